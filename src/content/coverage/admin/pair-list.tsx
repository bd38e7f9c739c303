import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SelectionTools } from '#admin/list/selection-bar.tsx';
import { useSelection } from '#admin/list/use-selection.ts';
import { useMay } from '#admin/may.tsx';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import type { Coverage, Level } from '../coverage.collection.ts';
import { EvidenceForm } from './evidence-form.tsx';
import { isCoverage, keyOf, levelOfKey, type Pair } from './evidence-pairs.ts';
import { PairRow } from './pair-row.tsx';
import { useCheckedBy, useRowActions } from './use-row-actions.ts';

interface PairListProps {
  collection: Collection;
  pairs: readonly Pair[];
  now: Date;
}

interface Open {
  key: string;
  level: Level | null;
  /** The stored row, until the list has read it too. */
  saved: Coverage | null;
}

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const focusPair = (list: HTMLElement | null, key: string) =>
  list?.querySelector<HTMLElement>(`[data-pair="${key}"]`)?.focus();

/** The lines, one after another by keyboard: J and K to move, Enter to edit, 1 2 3 for a level, 0 for none. */
export function PairList({ collection, pairs, now }: PairListProps) {
  const actions = useRowActions();
  const selection = useSelection(pairs.flatMap(({ row }) => row?.id ?? []));
  const checkedBy = useCheckedBy();
  const mayChange = useMay('publisher');
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const isListed = pairs.some((pair) => keyOf(pair) === current);
  const first = pairs[0] ? keyOf(pairs[0]) : '';
  const active = isListed ? current : first;

  const wasOpen = useRef<string | null>(null);
  useEffect(() => {
    if (!open && wasOpen.current) focusPair(list.current, wasOpen.current);
    wasOpen.current = open?.key ?? null;
  }, [open]);

  const edit = (pair: Pair, level: Level | null = null) => {
    setCurrent(keyOf(pair));
    setOpen({ key: keyOf(pair), level, saved: null });
  };

  const watchKeys = (event: KeyboardEvent<HTMLElement>, pair: Pair, index: number) => {
    // Buttons and fields inside a line keep their own keys.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const level = levelOfKey(event.key);
    const next = pairs[index + (STEPS[event.key] ?? 0)];
    if (STEPS[event.key] !== undefined && next) focusPair(list.current, keyOf(next));
    else if (!mayChange) return;
    else if (event.key === 'x' && pair.row)
      selection.select([pair.row.id], !selection.has(pair.row.id));
    else if (event.key === 'Enter') edit(pair);
    else if (level && pair.row) void actions.setLevel(pair.row, level);
    else if (level) edit(pair, level);
    else if (event.key === '0' && pair.row) void actions.remove(pair.row);
    else return;
    event.preventDefault();
  };

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
                tabIndex={key === active ? 0 : -1}
                data-pair={key}
                onFocus={() => setCurrent(key)}
                onKeyDown={(event) => watchKeys(event, pair, index)}
                className="border-b border-line px-2 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
              >
                <PairRow
                  pair={pair}
                  now={now}
                  isCurrent={key === active}
                  actions={actions}
                  selection={selection}
                  onEdit={() => edit(pair)}
                />
                {isOpen && (
                  <EvidenceForm
                    collection={collection}
                    pair={{ ...pair, row: pair.row ?? open.saved }}
                    level={open.level}
                    checkedBy={checkedBy}
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
