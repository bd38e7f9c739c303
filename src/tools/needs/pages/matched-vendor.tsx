import { Quotation, SourceLink, StatedMark } from '#content/shared/coverage/evidence.tsx';
import { publisherOf } from '#content/shared/coverage/evidence-words.ts';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import type { Stated } from '#content/shared/coverage/stated.ts';
import { StrengthMark } from '#content/shared/coverage/strength-mark.tsx';
import { ItemLink } from '#content/shared/item-link.tsx';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import { SomethingWrong } from '#ui/external-link.tsx';
import { sayCounts } from '../rule.ts';
import type { Needs } from './needs-search.ts';

type Match = Needs['vendors'][number];
type Cell = NonNullable<Match['cells'][number]>;

interface MatchedVendorProps {
  match: Match;
  needs: Needs['needs'];
  isOpen: boolean;
}

/** One vendor in the order: a line that is read at a glance, and each need below it. */
export function MatchedVendor({ match, needs, isOpen }: MatchedVendorProps) {
  const { rank, isShared, vendor, cells, stated, mustsDocumented } = match;
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
            <ItemLink
              to="/vendors"
              item={vendor}
              className="decoration-accent decoration-1 underline-offset-4 hover:underline"
            />
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
              stated={stated?.[at] ?? null}
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
  cell: Cell | null;
  stated: Stated | null;
  about: string;
}

function NeedRow({ need, cell, stated, about }: NeedRowProps) {
  return (
    <li className="grid items-start gap-x-8 gap-y-0.5 border-b border-line py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,3fr)]">
      <p>
        <ItemLink to="/features" item={need} />
        {need.isMust && <span className="text-xs text-faint"> must-have</span>}
      </p>
      <div>
        <StrengthMark cell={cell} />
        <StatedMark stated={stated} about={about} />
      </div>
      <div className="evidence-text min-w-0">
        {cell && <Source cell={cell} />}
        {cell?.level !== 'documented' && <p className="needs-question">Ask: {need.question}</p>}
        <SomethingWrong about={about} />
      </div>
    </li>
  );
}

function Source({ cell }: { cell: Cell }) {
  const { publisher, url, quote } = cell;
  return (
    <>
      <Quotation {...cell} />
      <p className="evidence-source">
        {isFirstRank(publisher) ? 'First hand' : 'Second hand'}, {publisherOf(publisher)}:{' '}
        <SourceLink url={url} quote={quote} />
      </p>
    </>
  );
}
