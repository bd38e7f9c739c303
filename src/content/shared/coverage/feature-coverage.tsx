import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import type { Level } from '#content/coverage/coverage.collection.ts';
import { ItemLink } from '#content/shared/item-link.tsx';
import { counted } from '#platform/words.ts';
import { SectionHeading } from '#ui/headings.tsx';
import { EvidenceText, StatedMark } from './evidence.tsx';
import { NOT_CONFIRMED } from './evidence-words.ts';
import { levelClass, StrengthLegend, StrengthMark } from './strength-mark.tsx';

/** More names than these are a list, which stands below. */
const NAMED = 6;

const LEVELS: readonly { level: Level; word: string; title: string }[] = [
  { level: 'documented', word: 'documented', title: 'Documented' },
  { level: 'partial', word: 'partly', title: 'Partly documented' },
  { level: 'absent', word: 'says it does not', title: 'Says that it does not' },
];

const cellId = (vendor: string): string => `evidence-${vendor}`;

/** '2 documented, 1 partly, 27 not confirmed', and who: before anything else is read. */
export function FeatureAnswer({ evidence }: { evidence: FeatureEvidence }) {
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
          <p key={level} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
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

export function FeatureCoverage({ slug, evidence }: { slug: string; evidence: FeatureEvidence }) {
  const { totals, vendors, notConfirmed, stated } = evidence;
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
        {stated.total > 0 && (
          <section>
            <h3 className="level level-stated mb-2 text-h4 font-semibold">
              What vendors state ({stated.total})
            </h3>
            <ul className="border-t border-line">
              {stated.vendors.map((one) => (
                <li
                  key={one.vendor.slug}
                  className="grid gap-x-8 gap-y-1 border-b border-line py-3 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]"
                >
                  <ItemLink to="/vendors" item={one.vendor} />
                  <StatedMark stated={one.stated} about={`/vendors/${one.vendor.slug}#${slug}`} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="text-sm text-faint">
          {counted(notConfirmed, 'vendor is', 'vendors are')} not confirmed: no page that we read
          says whether they do this.
        </p>
      </div>
    </section>
  );
}
