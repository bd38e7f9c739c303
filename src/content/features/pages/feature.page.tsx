import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import type { Level } from '#content/coverage/coverage.collection.ts';
import {
  EvidenceText,
  levelClass,
  StrengthLegend,
  StrengthMark,
} from '#content/shared/coverage/evidence.tsx';
import { NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { ItemLink } from '#content/shared/item-link.tsx';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { counted } from '#platform/words.ts';
import { itemQuery, partQuery } from '#site/api/queries.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import type { Feature } from '../features.collection.ts';

/** More names than these are a list, which stands below. */
const NAMED = 6;

const LEVELS: readonly { level: Level; word: string; title: string }[] = [
  { level: 'documented', word: 'documented', title: 'Documented' },
  { level: 'partial', word: 'partly', title: 'Partly documented' },
  { level: 'absent', word: 'says it does not', title: 'Says that it does not' },
];

const cellId = (vendor: string): string => `evidence-${vendor}`;

/** '2 documented, 1 partly, 27 not confirmed', and who: before anything else is read. */
function FeatureAnswer({ evidence }: { evidence: FeatureEvidence }) {
  const { totals, vendors, notConfirmed } = evidence;
  const told = LEVELS.filter(({ level }) => level !== 'absent' || totals.absent > 0);
  if (vendors.length + notConfirmed === 0) return null;
  const counts = told.map(({ level, word }) => `${totals[level]} ${word}`);
  return (
    <div className="feature-answer mb-5 font-sans text-sm text-ink">
      <p className="text-lg font-semibold tabular-nums">
        {[...counts, `${notConfirmed} ${NOT_CONFIRMED.toLowerCase()}`].join(', ')}
      </p>
      {told.map(({ level, word }) => {
        const named = vendors.filter(({ cell }) => cell.level === level).slice(0, NAMED);
        const more = totals[level] - named.length;
        if (totals[level] === 0) return null;
        return (
          <p
            key={level}
            className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1"
            // Links to places below, where the evidence tells the same.
            data-text="none"
          >
            <span className="text-faint first-letter:uppercase">{word}:</span>
            {named.map(({ vendor, cell }) => (
              <a
                key={vendor.slug}
                href={`#${cellId(vendor.slug)}`}
                className="inline-flex min-h-6 items-center gap-1.5 underline-offset-4 hover:text-accent hover:underline"
              >
                <StrengthMark cell={cell} isBare />
                {vendor.name}
              </a>
            ))}
            {more > 0 && (
              <a href="#evidence" className="text-link min-h-6">
                {named.length > 0 ? `and ${more} more` : 'below'}
              </a>
            )}
          </p>
        );
      })}
    </div>
  );
}

/** It counts all that there are at each level, and holds the first of them. */
type FeatureEvidence = ResponseOf<'get', '/api/features/{id}/coverage'>;

/** The directory's filter counts what is documented, or what is partly documented too. */
const listHref = (slug: string, level: Level) =>
  hrefTo('/vendors', {}, { feature: [slug], partly: level === 'partial' ? 'true' : undefined });

function FeatureCoverage({ slug, evidence }: { slug: string; evidence: FeatureEvidence }) {
  const { totals, vendors, notConfirmed } = evidence;
  const sections = LEVELS.map(({ level, title }) => ({
    level,
    title,
    entries: vendors.filter(({ cell }) => cell.level === level),
  })).filter(({ level }) => totals[level] > 0);
  return (
    <section>
      <SectionHeading
        title="Who documents it"
        id="evidence"
        action={{ href: listHref(slug, 'documented'), label: 'Filter the directory' }}
        text={
          vendors.length === 0
            ? 'No vendor in the directory documents this in a page that we have read.'
            : 'What each page says, in our own words. Silence is not absence.'
        }
      />
      {vendors.length > 0 && <StrengthLegend className="mb-6" />}
      <div className="space-y-10">
        {sections.map(({ level, title, entries }) => (
          <section key={level}>
            <h3 className={`mb-2 text-h4 font-semibold ${levelClass(level)}`}>
              {title} ({totals[level]})
            </h3>
            <ul className="border-t border-line">
              {entries.map(({ vendor, cell }) => (
                <li
                  key={vendor.slug}
                  id={cellId(vendor.slug)}
                  className="grid gap-x-8 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]"
                >
                  <div className="text-sm">
                    <ItemLink to="/vendors" item={vendor} className="font-medium hover:underline" />
                    <StrengthMark cell={cell} />
                  </div>
                  <EvidenceText {...cell} about={`/vendors/${vendor.slug}#${slug}`} />
                </li>
              ))}
            </ul>
            {totals[level] > entries.length && (
              <p className="py-3 text-sm text-faint">
                {entries.length > 0 && `The first ${entries.length} of ${totals[level]}, by name. `}
                {level !== 'absent' && (
                  <a href={listHref(slug, level)} className="text-link">
                    All of them in the directory
                  </a>
                )}
              </p>
            )}
          </section>
        ))}
        <p className="text-sm text-faint">
          {counted(notConfirmed, 'vendor is', 'vendors are')} not confirmed: no page that we read
          says whether they do this.
        </p>
      </div>
    </section>
  );
}

const NO_EVIDENCE = {
  totals: { documented: 0, partial: 0, absent: 0 },
  notConfirmed: 0,
  vendors: [],
};

const evidenceQuery = (slug: string) =>
  partQuery(NO_EVIDENCE, '/api/features/{id}/coverage', { id: slug });

const FEATURE = itemPage({
  query: (slug) => itemQuery('features', slug),
  folder: '/features',
  trail: [{ name: 'Features', path: hrefTo('/features') }],
  missing: 'Feature Not Found',
  gone: 'The requested feature could not be found.',
  back: 'Back to Features',
  nameOf: (feature) => feature.name,
  describe: (feature) => feature.description ?? feature.name,
});

export const Route = createFileRoute('/features/$slug')({
  ...FEATURE.route,
  loader: async (page) => {
    const feature = await FEATURE.route.loader(page);
    await page.context.queryClient.ensureQueryData(evidenceQuery(feature.slug));
    return feature;
  },
  component: FeaturePage,
});

function FeaturePage() {
  const feature = FEATURE.useItem();
  const { slug } = feature;
  const { data: evidence } = useSuspenseQuery(evidenceQuery(slug));
  return (
    <ItemFrame place={FEATURE} name={feature.name} isDraft={!feature.isPublished}>
      <PageHeader
        overline={feature.category ? <Badge>{feature.category}</Badge> : null}
        title={feature.name}
        lead={
          <>
            <FeatureAnswer evidence={evidence} />
            {feature.description && <p>{feature.description}</p>}
          </>
        }
      />
      <Columns aside={<FeatureAside feature={feature} />}>
        <RichText html={feature.html.content} />
        <FeatureCoverage slug={slug} evidence={evidence} />
        <RelatedInfo item={feature} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={hrefTo('/needs', {}, { f: [slug] })} rel="nofollow">
            Start from this need
          </ButtonLink>
          <ButtonLink href={hrefTo('/features')}>All features</ButtonLink>
          <ButtonLink href={hrefTo('/vendors')} variant="primary">
            Browse vendors
          </ButtonLink>
        </div>
      </Columns>
    </ItemFrame>
  );
}

function FeatureAside({ feature }: { feature: Feature }) {
  const { category } = feature;
  return (
    <>
      <Panel title="At a glance">
        <DescriptionList
          items={[
            ...(feature.importance ? [{ label: 'Importance', value: feature.importance }] : []),
            ...(feature.complexity ? [{ label: 'Complexity', value: feature.complexity }] : []),
            {
              label: 'Added',
              value: <time dateTime={feature.createdAt}>{formatDate(feature.createdAt)}</time>,
            },
          ]}
        />
      </Panel>
      {category && (
        <Panel title={`About ${category}`}>
          <p className="text-sm text-soft">
            This feature belongs to a group that is usually bought, and tested, together.{' '}
            <a href={hrefTo('/features', {}, { category })} className="text-link">
              All features in {category}
            </a>
          </p>
          <p className="mt-3 text-sm text-soft">
            <a href={hrefTo('/features/matrix', {}, { category })} className="text-link">
              Who documents what in {category}
            </a>
          </p>
        </Panel>
      )}
    </>
  );
}
