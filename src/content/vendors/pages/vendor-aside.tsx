import { hrefTo } from '#client/href-to.ts';
import {
  type CategoryEvidence,
  categoryEvidence,
  isOurReading,
} from '#content/shared/coverage/category-evidence.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { hostOf } from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { FACTS } from '#content/shared/profile-facts.ts';
import { asWords } from '#platform/words.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { Logo } from '#ui/logo.tsx';
import { Panel } from '#ui/panel.tsx';
import { FOLDER } from '../site.ts';
import { logosOf } from '../vendor.card.tsx';
import type { Vendor } from '../vendors.collection.ts';
import { FactList } from './vendor-facts.tsx';
import type { VendorPage } from './vendor-sections.tsx';

interface VendorAsideProps {
  vendor: VendorPage;
  coverage: readonly CoverageGroup[];
}

export function VendorAside({ vendor, coverage }: VendorAsideProps) {
  return (
    <>
      <Panel title="Company Information">
        <FactList vendor={vendor} facts={FACTS.company} />
      </Panel>
      <Panel title="Requirements">
        <FactList vendor={vendor} facts={FACTS.requirements} />
      </Panel>
      <VendorReading vendor={vendor} coverage={coverage} />
      <EvaluatePanel vendor={vendor} />
      {vendor.relatedVendors.length > 0 && (
        <Panel title="Related Vendors">
          <ul className="border-t border-line">
            {vendor.relatedVendors.map((other) => (
              <li
                key={other.slug}
                className="card group relative flex gap-4 border-b border-line py-3"
              >
                {/* Without a name it falls back to the placeholder icon (P10.21), not to a letter. */}
                <Logo size="sm" sources={logosOf(other)} />
                <div className="min-w-0">
                  <h3 className="font-sans text-sm font-medium">
                    <a
                      href={hrefTo('/vendors/$slug', { slug: other.slug })}
                      className="cover-link group-hover:underline"
                    >
                      {other.name}
                    </a>
                  </h3>
                  <p className="line-clamp-2 text-xs text-faint">
                    {withoutPlaceholder(other.description)}
                  </p>
                  <div className="mt-2">
                    <ShortlistButton vendor={other} />
                  </div>
                </div>
              </li>
            ))}
          </ul>
          <p className="mt-4 text-sm">
            <a
              href={hrefTo('/vendors/$slug/alternatives', { slug: vendor.slug })}
              className="touch text-link"
            >
              Alternatives to {vendor.name}
            </a>
          </p>
        </Panel>
      )}
    </>
  );
}

type Source = Vendor['sources'][number];

/** One document and everything that it stands behind. */
interface CitedSource {
  fields: string[];
  url: Source['url'];
  note: Source['note'];
}

/** Sources are stored for each fact; a reader wants each document once. */
export const citedSources = (sources: readonly Source[]): CitedSource[] => {
  const cited: CitedSource[] = [];
  for (const { field, url, note } of sources) {
    const words = asWords(field).toLowerCase();
    const existing = cited.find((source) => source.url === url && source.note === note);
    if (!existing) cited.push({ fields: [words], url, note });
    else if (!existing.fields.includes(words)) existing.fields.push(words);
  }
  return cited;
};

/** A buyer's grounds to trust the page: check date, sources and the next step. */
function EvaluatePanel({ vendor }: { vendor: Vendor }) {
  const { name, slug, lastVerifiedAt } = vendor;
  const cited = citedSources(vendor.sources);
  return (
    <Panel title={`Evaluate ${name}`} tone="accent">
      <p className="text-sm text-soft">
        {lastVerifiedAt && (
          <>
            Last verified <time dateTime={lastVerifiedAt}>{formatDate(lastVerifiedAt)}</time>.{' '}
          </>
        )}
        <a href={hrefTo('/$slug', { slug: 'methodology' })} className="text-link">
          How we research
        </a>
        .{' '}
        <a
          href={`/corrections/new?about=${FOLDER}/${slug}`}
          target="_self"
          rel="nofollow"
          className="text-link"
        >
          Do you work there?
        </a>
      </p>
      {cited.length > 0 && (
        <div className="mt-3 border-t border-line">
          <Disclosure title={`Sources (${cited.length})`}>
            <ul className="space-y-2.5 text-xs break-words text-faint [&_a]:inline-block">
              {cited.map(({ url, note, fields }, index) => (
                <li key={index}>
                  {url && <ExternalLink href={url}>{hostOf(url)}</ExternalLink>}
                  {` ${note ? `${note}: ` : ''}${fields.join(', ')}`}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
      <ButtonLink
        className="mt-4 w-full"
        href={hrefTo('/compare', {}, { vendor: slug })}
        variant="primary"
      >
        Compare {name}
      </ButtonLink>
    </Panel>
  );
}

const sayEvidence = (evidence: CategoryEvidence): string => {
  if (isOurReading(evidence)) return 'our reading, no page speaks of its core features';
  const { documented, partial } = evidence;
  const parts = [documented && `${documented} documented`, partial && `${partial} partly`];
  return `core features: ${parts.filter(Boolean).join(', ')}`;
};

function VendorReading({ vendor, coverage }: VendorAsideProps) {
  const categories = categoryEvidence(withoutPlaceholders(vendor.categories), coverage);
  const markets = withoutPlaceholders(vendor.markets);
  return (
    <Panel title="Categories and markets">
      <DescriptionList
        layout="stacked"
        items={[
          ...categories.map((evidence) => ({
            label: evidence.category,
            value: <span className="text-xs text-faint">{sayEvidence(evidence)}</span>,
          })),
          { label: 'Markets', value: markets.join(', ') || 'Not stated on the pages we read' },
        ]}
      />
      <p className="pt-2.5 text-xs text-faint">
        {categories.length === 0 && 'None of our categories fits what its pages document. '}A
        category needs evidence on one of its core features, which are those of{' '}
        <a href={hrefTo('/features')} className="text-link">
          high priority
        </a>
        . Markets are our reading.
      </p>
    </Panel>
  );
}
