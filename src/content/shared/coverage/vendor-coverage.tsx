import type { CoverageGroup, CoverageRow } from '#content/shared/coverage/coverage-groups.ts';
import { ItemLink, ItemLinks } from '#content/shared/item-link.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Evidence } from './evidence.tsx';
import { StrengthLegend } from './strength-mark.tsx';

const isConfirmed = (row: CoverageRow) => row.cells[0] !== null;
/** A statement of the vendor stands in the list, and counts nowhere. */
const isListed = (row: CoverageRow) => isConfirmed(row) || row.stated !== undefined;

interface VendorCoverageProps {
  groups: readonly CoverageGroup[];
  name: string;
  slug: string;
}

export function VendorCoverage({ groups, name, slug }: VendorCoverageProps) {
  const confirmed = groups.flatMap((group) => group.rows).filter(isConfirmed);
  if (groups.length === 0) return null;
  const documented = confirmed.filter((row) => row.cells[0]?.level === 'documented').length;
  const partial = confirmed.filter((row) => row.cells[0]?.level === 'partial').length;
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <section>
      <SectionHeading
        title="What is documented"
        id="evidence"
        text={`Of ${total} features, public pages document ${documented} for ${name} and ${partial} in part. Not confirmed means that no page we read says so either way.`}
      />
      <StrengthLegend className="mb-6" />
      <div className="space-y-10">
        {groups.map((group) => (
          <Group key={group.category} group={group} slug={slug} />
        ))}
      </div>
    </section>
  );
}

function Group({ group, slug }: { group: CoverageGroup; slug: string }) {
  const listed = group.rows.filter(isListed);
  const open = group.rows.filter((row) => !isListed(row));
  return (
    <section>
      <h3 className="mb-2 text-h4 font-semibold">{group.category}</h3>
      {listed.length > 0 && (
        <ul className="border-t border-line text-sm">
          {listed.map(({ feature, cells, stated }) => (
            <li
              key={feature.slug}
              className="grid break-inside-avoid gap-x-8 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
              <ItemLink to="/features" item={feature} />
              <div>
                <Evidence
                  cell={cells[0] ?? null}
                  stated={stated?.[0]}
                  about={`/vendors/${slug}#${feature.slug}`}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <details className="group break-inside-avoid border-b border-line py-2.5 text-sm text-faint">
          <summary className="touch min-h-6 list-none underline decoration-rule underline-offset-4 hover:text-accent">
            {open.length} not confirmed
          </summary>
          <p className="pt-2">
            <ItemLinks to="/features" items={open.map(({ feature }) => feature)} />
          </p>
        </details>
      )}
    </section>
  );
}
