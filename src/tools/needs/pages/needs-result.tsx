import type { ReactNode } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import {
  Quotation,
  SourceLink,
  StrengthLegend,
  StrengthMark,
} from '#content/shared/coverage/evidence.tsx';
import { publisherOf } from '#content/shared/coverage/evidence-words.ts';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { ItemLink, TITLE_LINK } from '#content/shared/item-link.tsx';
import { stringifySearch } from '#platform/stringify-search.ts';
import { counted } from '#platform/words.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import {
  addToShortlist,
  MAX_SHORTLISTED,
  readWeights,
  shortlist,
} from '#site/shortlist/shortlist-store.ts';
import { useStored } from '#site/shortlist/use-stored.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { RemoveChip } from '#ui/chip.tsx';
import { SomethingWrong } from '#ui/external-link.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { RULE, sayCounts } from '../rule.ts';
import { type Chosen, type Needs, paramsOf, searchOf } from './needs-search.ts';

type Match = Needs['vendors'][number];

interface MatchedVendorProps {
  match: Match;
  needs: Needs['needs'];
  isOpen: boolean;
}

/** One vendor in the order: a line that is read at a glance, and each need below it. */
function MatchedVendor({ match, needs, isOpen }: MatchedVendorProps) {
  const { rank, isShared, vendor, cells, mustsDocumented } = match;
  const musts = needs.filter(({ isMust }) => isMust).length;
  return (
    <li className="needs-vendor border-b border-line py-4">
      <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
        <p className="text-h4 text-faint tabular-nums">
          <span className="sr-only">Rank </span>
          {rank}
          {isShared && (
            <>
              <span aria-hidden>=</span>
              <span className="sr-only">, shared</span>
            </>
          )}
        </p>
        <div className="min-w-0">
          <h2 className="text-h4 font-semibold">
            <ItemLink to="/vendors" item={vendor} className={TITLE_LINK} />
          </h2>
          <p className="text-sm text-soft">
            {sayCounts(match)}
            {musts > 0 && `; must-haves: ${mustsDocumented} of ${musts} documented`}
          </p>
        </div>
        <p
          aria-hidden
          className="col-start-2 flex max-w-72 flex-wrap gap-1.5 sm:col-start-3 sm:justify-end"
        >
          {cells.map((cell, at) => (
            <StrengthMark key={needs[at]?.slug} cell={cell} isBare />
          ))}
        </p>
      </div>
      <details open={isOpen} className="mt-2 sm:pl-13">
        <summary className="touch min-h-6 list-none text-sm text-faint underline decoration-rule underline-offset-4 hover:text-accent">
          Each need<span className="sr-only"> at {vendor.name}</span>
        </summary>
        <ul className="mt-2 border-t border-line text-sm">
          {needs.map((need, at) => (
            <NeedRow
              key={need.slug}
              need={need}
              about={`/vendors/${vendor.slug}#${need.slug}`}
              cell={cells[at] ?? null}
            />
          ))}
        </ul>
        <p className="no-print mt-3">
          <ShortlistButton vendor={vendor} />
        </p>
      </details>
    </li>
  );
}

interface NeedRowProps {
  need: Needs['needs'][number];
  cell: Match['cells'][number];
  about: string;
}

function NeedRow({ need, cell, about }: NeedRowProps) {
  return (
    <li className="grid items-start gap-x-8 gap-y-0.5 border-b border-line py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,3fr)]">
      <p>
        <ItemLink to="/features" item={need} />
        {need.isMust && <span className="text-xs text-faint"> must-have</span>}
      </p>
      <div>
        <StrengthMark cell={cell} />
      </div>
      <div className="evidence-text min-w-0">
        {cell && (
          <>
            <Quotation {...cell} />
            <p className="evidence-source">
              {isFirstRank(cell.publisher) ? 'First hand' : 'Second hand'},{' '}
              {publisherOf(cell.publisher)}: <SourceLink url={cell.url} quote={cell.quote} />
            </p>
          </>
        )}
        {cell?.level !== 'documented' && <p className="needs-question">Ask: {need.question}</p>}
        <SomethingWrong about={about} />
      </div>
    </li>
  );
}

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
        <p className="mt-2 max-w-measure text-sm text-soft">{RULE.join(' ')}</p>
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
