import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { pageOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame, TabPages } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { CORRECTIONS_PATH, CorrectionRow, STATES } from './correction-row.tsx';

/** Reports of readers, by their outcome. */
export function CorrectionsTab() {
  const { search } = useAdminAddress();
  const mayDecide = useMay('editor');
  const state = STATES.find(({ value }) => value === search.state)?.value ?? 'open';
  const { data, error } = useQuery({
    ...fresh(adminQuery(CORRECTIONS_PATH, { state, ...partOf(pageOf(search)) })),
    placeholderData: keepPreviousData,
    enabled: mayDecide,
  });
  return (
    <TabFrame
      title="Corrections"
      lead="What readers say is wrong. Reasons are public, what readers wrote is not."
      error={error}
      count={mayDecide ? data?.items.length : null}
      empty="Nothing here."
      tools={
        mayDecide ? (
          <nav aria-label="States" className="flex flex-wrap gap-2">
            {STATES.map(({ value, label }) => (
              <ChipLink
                key={value}
                href={adminHref('corrections', '', { state: value })}
                selected={value === state}
                count={data?.counts[value] ?? 0}
              >
                {label}
              </ChipLink>
            ))}
          </nav>
        ) : (
          <p className="text-sm">Editors read and decide them.</p>
        )
      }
    >
      <ul className="mt-4">
        {data?.items.map((one) => (
          <CorrectionRow key={one.id} correction={one} />
        ))}
      </ul>
      <TabPages tab="corrections" total={data?.total} />
    </TabFrame>
  );
}
