import type { CoverageGroup, CoverageRow } from '#content/shared/coverage/coverage-groups.ts';
import { ItemLinks } from '#content/shared/item-link.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { sayShared } from './say-shared.ts';

interface VerdictProps {
  vendors: readonly { name: string; slug: string }[];
  coverage: readonly CoverageGroup[];
}

/** How many features that one alone documents are named. */
const NAMED = 4;

const isAt = (row: CoverageRow, column: number, level: 'documented' | 'partial') =>
  row.cells[column]?.level === level;

/** Documented by this one, while no page says so of another: silence, not absence. */
const isAlone = (row: CoverageRow, column: number) =>
  isAt(row, column, 'documented') &&
  row.cells.every((cell, other) => other === column || !cell || cell.level === 'absent');

export function Verdict({ vendors, coverage }: VerdictProps) {
  const rows = coverage.flatMap((group) => group.rows);
  const unconfirmed = rows.filter((row) => row.cells.every((cell) => cell === null));
  if (unconfirmed.length === rows.length) return null;
  return (
    <section className="mb-12">
      <SectionHeading
        title="In short"
        text={`${sayShared(coverage, vendors.length)}. For ${unconfirmed.length} no page we read speaks of ${vendors.length > 2 ? 'any of them' : 'either'}. What a page leaves out may still exist: ask.`}
      />
      <ul className="grid gap-x-8 gap-y-6 sm:auto-cols-fr sm:grid-flow-col">
        {vendors.map(({ slug, name }, column) => (
          <li key={slug} className="border-t border-rule pt-3">
            <p className="text-sm">
              <strong className="font-serif text-h3 font-semibold">{name}</strong> documents
            </p>
            <p className="mt-1">
              <span className="font-display text-h1 leading-none font-[550] tabular-nums">
                {rows.filter((row) => isAt(row, column, 'documented')).length}
              </span>{' '}
              <span className="text-sm text-soft">
                features, and {rows.filter((row) => isAt(row, column, 'partial')).length} in part
              </span>
            </p>
            <Alone rows={rows.filter((row) => isAlone(row, column))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Alone({ rows }: { rows: readonly CoverageRow[] }) {
  const more = rows.length - NAMED;
  if (rows.length === 0) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Alone here with{' '}
      <ItemLinks
        to="/features"
        items={rows.slice(0, NAMED).map(({ feature }) => feature)}
        className="text-link"
      />
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
