import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { IndexGroup } from '#ui/index-group.tsx';

type FeatureCard = CardResponse<'features'>;

interface FeatureGroupProps {
  category: string;
  /** Of the whole category, wherever this page of the list ends. */
  count: number;
  features: readonly FeatureCard[];
}

/** One category as a ledger, with a line for each feature. */
export function FeatureGroup({ category, count, features }: FeatureGroupProps) {
  return (
    <IndexGroup
      title={category}
      count={count === 1 ? '1 feature' : `${count} features`}
      action={{
        href: hrefTo('/features/matrix', {}, { category }),
        label: 'Who documents what',
      }}
    >
      <ul aria-label={category}>
        {features.map((feature) => (
          <FeatureLine key={feature.slug} feature={feature} />
        ))}
      </ul>
    </IndexGroup>
  );
}

function FeatureLine({ feature }: { feature: FeatureCard }) {
  const { slug, name, description, importance, complexity } = feature;
  return (
    <li className="card group relative grid gap-x-8 gap-y-1 border-b border-line py-3.5 first:pt-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h3 className="text-h4 font-semibold">
          <a
            href={hrefTo('/features/$slug', { slug })}
            className="cover-link decoration-accent decoration-1 underline-offset-4 group-hover:underline"
          >
            {name}
          </a>
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-faint">
          {importance && <span>{importance} Priority</span>}
          {complexity && <span>{complexity} Complexity</span>}
        </p>
      </div>
      <p className="line-clamp-3 text-sm text-soft">{description}</p>
    </li>
  );
}
