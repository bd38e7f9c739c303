import type { ReactNode } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { StrengthLegend } from '#content/shared/coverage/strength-mark.tsx';
import { readWeights } from '#site/shortlist/weights.ts';
import { RemoveChip } from '#ui/chip.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { RULE, STATED_RULE } from '../rule.ts';
import { MatchedVendor } from './matched-vendor.tsx';
import { NeedsActions } from './needs-actions.tsx';
import { type Chosen, type Needs, searchOf } from './needs-search.ts';

/** With more, paper has no room for their sources and questions. */
const MANY = 6;

/** So many are read at once; the others are opened by a click. */
const OPEN = 3;

interface NeedsResultProps {
  found: Needs;
  chosen: Chosen;
  form: ReactNode;
  page: number;
  hrefFor(page: number): string;
}

export function NeedsResult({ found, chosen, form, page, hrefFor }: NeedsResultProps) {
  const { needs, vendors, total, pages } = found;
  const narrowed = [chosen.market, chosen.category].flatMap((name) => name ?? []);
  const size = needs.length > MANY ? 'many' : 'few';
  return (
    <div className="needs-sheet" data-needs={size}>
      <section aria-label="Your needs" className="border-t border-heavy pt-5">
        <ChosenNeeds needs={needs} chosen={chosen} />
        <details className="no-print group mt-4 border-y border-line">
          <summary className="flex min-h-11 list-none items-center gap-2 text-sm font-medium hover:text-accent">
            <span aria-hidden className="text-accent group-open:rotate-45">
              +
            </span>
            Change needs, market or category
          </summary>
          <div className="pb-6">{form}</div>
        </details>
      </section>
      {page === 1 && vendors.length > 0 && <NeedsActions vendors={vendors} chosen={chosen} />}
      <section aria-label="Vendors by your needs" className="mt-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <LiveCount>
            {total} {total === 1 ? 'vendor' : 'vendors'}
            {narrowed.length > 0 && ` in ${narrowed.join(', ')}`}, best documented first
          </LiveCount>
        </div>
        <p className="mt-2 max-w-measure text-sm text-soft">
          {RULE.join(' ')}
          {chosen.stated && ` ${STATED_RULE}`}
        </p>
        <StrengthLegend className="mt-3" />
        <ol className="mt-6 border-t border-heavy">
          {vendors.map((match, index) => (
            <MatchedVendor
              key={match.vendor.slug}
              match={match}
              needs={needs}
              isOpen={page === 1 && index < OPEN}
            />
          ))}
        </ol>
        <Pagination page={page} pages={pages} hrefFor={hrefFor} />
      </section>
    </div>
  );
}

const without = (slugs: readonly string[], slug: string) => slugs.filter((one) => one !== slug);

function ChosenNeeds({ needs, chosen }: { needs: Needs['needs']; chosen: Chosen }) {
  const search = searchOf(chosen);
  const weights = readWeights(chosen.w);
  return (
    <ul aria-label="Chosen needs" className="flex flex-wrap gap-2">
      {needs.map(({ slug, name, isMust }) => (
        <li key={slug}>
          <RemoveChip
            href={hrefTo(
              '/needs',
              {},
              { ...search, f: without(chosen.f, slug), must: without(chosen.must, slug) },
            )}
            rel="nofollow"
          >
            {name}
            {isMust && <span className="font-normal"> (must-have)</span>}
            {weights.has(slug) && (
              <span className="font-normal"> (weight {weights.get(slug)})</span>
            )}
          </RemoveChip>
        </li>
      ))}
    </ul>
  );
}
