import { adminQuery } from '#admin/api/admin-queries.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { CORRECTIONS_PATH, CorrectionRow, STATES } from './correction-row.tsx';

/** Reports of readers, by their outcome. */
export function CorrectionsTab() {
  const enabled = useMay('editor');
  const { chosen: state = 'open', choose } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) => adminQuery(CORRECTIONS_PATH, { state, ...part }), {
    enabled,
  });
  return (
    <TabFrame
      {...frame}
      title="Corrections"
      lead="What readers say is wrong. Reasons are public, what readers wrote is not."
      empty="Nothing here."
      tools={
        enabled ? (
          <ChoiceChips
            label="States"
            options={STATES}
            counts={data?.counts}
            chosen={state}
            onChoose={choose}
          />
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
    </TabFrame>
  );
}
