import type { ReactNode } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { stringifySearch } from '#client/stringify-search.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { StrengthLegend } from '#content/shared/coverage/strength-mark.tsx';
import { counted } from '#platform/words.ts';
import {
  addToShortlist,
  MAX_SHORTLISTED,
  readWeights,
  shortlist,
} from '#site/shortlist/shortlist-store.ts';
import { useStored } from '#site/shortlist/use-stored.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { RemoveChip } from '#ui/chip.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { RULE, STATED_RULE } from '../rule.ts';
import { MatchedVendor } from './matched-vendor.tsx';
import { type Chosen, type Needs, paramsOf, searchOf } from './needs-search.ts';

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
            {counted(total, 'vendor', 'vendors')}
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

const SHORTLISTED = 3;

function NeedsActions({ vendors, chosen }: { vendors: Needs['vendors']; chosen: Chosen }) {
  const slugs = vendors.map(({ vendor }) => vendor.slug);
  const first = slugs.slice(0, SHORTLISTED);
  const compared = slugs.slice(0, MAX_COMPARED);
  const scored = {
    v: first.join(),
    need: chosen.f.join(),
    must: chosen.must.join(),
    w: chosen.w.join(),
    stated: chosen.stated,
  };
  return (
    <section aria-label="What to do next" className="no-print mt-6">
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          href={`${hrefTo('/shortlist')}${stringifySearch(scored)}`}
          variant="primary"
          rel="nofollow"
        >
          Score these
        </ButtonLink>
        <ShortlistFirst slugs={first} />
        {compared.length > 1 && (
          <ButtonLink href={pairPath(compared)} rel="nofollow">
            Compare the first {compared.length}
          </ButtonLink>
        )}
        <ButtonLink href={`/api/needs.csv${stringifySearch(paramsOf(chosen))}`} download>
          Download CSV
        </ButtonLink>
        <Button className="needs-script" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p className="mt-3 text-sm text-faint">
        The address of this page holds your needs: whoever opens it sees the same order.
      </p>
    </section>
  );
}

/** Puts them on the shortlist in this browser; without script, the address of such a list. */
function ShortlistFirst({ slugs }: { slugs: readonly string[] }) {
  const listed = useStored(shortlist);
  const missing = slugs.filter((slug) => !listed.includes(slug));
  const hasRoom = listed.length + missing.length <= MAX_SHORTLISTED;
  const words = slugs.length === 1 ? 'first one' : `first ${slugs.length}`;
  if (missing.length === 0) {
    return <ButtonLink href={hrefTo('/shortlist')}>On your shortlist: the {words}</ButtonLink>;
  }
  return (
    <>
      <Button className="needs-script" disabled={!hasRoom} onClick={() => addToShortlist(slugs)}>
        {hasRoom ? `Shortlist the ${words}` : `Shortlist is full (${MAX_SHORTLISTED})`}
      </Button>
      <noscript>
        <ButtonLink href={hrefTo('/shortlist', {}, { v: slugs.join() })}>
          Shortlist the {words}
        </ButtonLink>
      </noscript>
    </>
  );
}
