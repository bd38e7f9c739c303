import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRowKeys } from '#admin/keys/use-row-keys.ts';
import { SelectionTools } from '#admin/list/selection-bar.tsx';
import { useSelection } from '#admin/list/use-selection.ts';
import { useMay } from '#admin/may.tsx';
import { Button } from '#ui/button.tsx';
import { type Coverage, LEVELS, type Level } from '../coverage.collection.ts';
import { EvidenceForm } from './evidence-form.tsx';
import { isCoverage, keyOf, type Pair } from './evidence-pairs.ts';
import { PairRow } from './pair-row.tsx';
import { useRowActions } from './use-row-actions.ts';

interface Open {
  key: string;
  level: Level | null;
  /** The stored row, until the list has read it too. */
  saved: Coverage | null;
}

/** The lines, one after another by keyboard. */
export function PairList({ pairs }: { pairs: readonly Pair[] }) {
  const actions = useRowActions();
  const selection = useSelection(pairs.flatMap(({ row }) => row?.id ?? []));
  const mayChange = useMay('publisher');
  const [open, setOpen] = useState<Open | null>(null);

  const edit = (pair: Pair, level: Level | null = null) =>
    setOpen({ key: keyOf(pair), level, saved: null });

  const on = (work: (pair: Pair) => unknown) => (key: string) => {
    const pair = pairs.find((one) => keyOf(one) === key);
    if (pair) void work(pair);
  };
  const ofRow = (work: (row: Coverage) => unknown) => on(({ row }) => row && work(row));
  const levelKeys = LEVELS.map((level, at) => [
    String(at + 1),
    on((pair) => (pair.row ? actions.setLevel(pair.row, level) : edit(pair, level))),
  ]);
  const { list, active, focus, rowProps } = useRowKeys<HTMLUListElement>({
    rows: pairs.map(keyOf),
    actions: mayChange
      ? {
          Enter: on((pair) => edit(pair)),
          e: on((pair) => edit(pair)),
          v: ofRow(actions.checkToday),
          x: ofRow(({ id }) => selection.select([id], !selection.has(id))),
          0: ofRow(actions.remove),
          ...Object.fromEntries(levelKeys),
        }
      : {},
  });

  const wasOpen = useRef<string | null>(null);
  const giveBack = useEffectEvent((key: string) => focus(key));
  useEffect(() => {
    if (!open && wasOpen.current) giveBack(wasOpen.current);
    wasOpen.current = open?.key ?? null;
  }, [open]);

  const checkSelected = async () => {
    const chosen = pairs.filter(({ row }) => row && selection.selected.includes(row.id));
    const done = await actions.checkAllToday(chosen);
    selection.select(done, false);
  };

  return (
    <>
      {mayChange && (
        <SelectionTools selection={selection}>
          <Button size="sm" onClick={() => void checkSelected()}>
            Checked today
          </Button>
        </SelectionTools>
      )}
      <ul ref={list} aria-label="Lines">
        {pairs.map((pair, index) => {
          const key = keyOf(pair);
          const isOpen = open?.key === key;
          const isNewCategory =
            pair.category !== null && pair.category !== pairs[index - 1]?.category;
          return (
            <li key={key}>
              {isNewCategory && (
                <h3 className="mt-6 border-b border-heavy pb-1.5 font-sans text-xs font-semibold">
                  {pair.category}
                </h3>
              )}
              {/* biome-ignore lint/a11y/useSemanticElements: a line holds buttons of its own */}
              <div
                role="group"
                aria-label={pair.name}
                data-pair={key}
                {...rowProps(key)}
                className="aria-[current=true]:shadow-[-2px_0_var(--color-accent)] border-b border-line px-2 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
              >
                <PairRow
                  pair={pair}
                  isCurrent={key === active}
                  actions={actions}
                  selection={selection}
                  onEdit={() => edit(pair)}
                />
                {isOpen && (
                  <EvidenceForm
                    pair={{ ...pair, row: pair.row ?? open.saved }}
                    level={open.level}
                    onSaved={(item) => setOpen({ ...open, saved: isCoverage(item) ? item : null })}
                    onClose={() => setOpen(null)}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
