import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { useRowKeys } from '#admin/keys/use-row-keys.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import { SelectionTools } from '#admin/list/selection-bar.tsx';
import { type Selection, useSelection } from '#admin/list/use-selection.ts';
import { May, useMay } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Coverage, coverage, LEVELS, type Level } from '../coverage.collection.ts';
import { EvidenceForm } from './evidence-form.tsx';
import { isCoverage, isSecondRank, isStale, keyOf, type Pair } from './evidence-pairs.ts';
import { type RowActions, useRowActions } from './use-row-actions.ts';

const TONES: Record<Level, BadgeTone> = {
  documented: 'positive',
  partial: 'warn',
  absent: 'danger',
};

interface PairRowProps {
  pair: Pair;
  isCurrent: boolean;
  actions: RowActions;
  selection: Selection;
  onEdit: () => void;
}

/** One line: the evidence, whether it is old or second-hand, and its actions. */
function PairRow(props: PairRowProps) {
  const { pair, isCurrent, actions, selection, onEdit } = props;
  const { row, name } = pair;
  const { search } = useAdminAddress();
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      {row && (
        <May least="publisher">
          <SelectBox id={row.id} title={name} selection={selection} tabIndex={tabIndex} />
        </May>
      )}
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
          {name}
          {row ? (
            <Badge tone={TONES[row.level]}>{LEVEL_WORDS[row.level]}</Badge>
          ) : (
            <span className="text-xs font-normal text-faint">Not confirmed</span>
          )}
          {row && isStale(row) && <Badge tone="warn">Stale</Badge>}
          {row && isSecondRank(row) && <Badge>Second rank</Badge>}
        </p>
        {row && (
          <p className="mt-0.5 text-xs wrap-anywhere text-faint">
            {row.finding} Checked {formatDate(row.checkedOn)} by {row.checkedBy}
            {row.quote ? '' : ', not quoted yet'}.
          </p>
        )}
      </div>
      {row && (
        <a
          href={adminHref(coverage, row.id, { ...search, comments: 'open' })}
          tabIndex={tabIndex}
          className="text-link inline-flex min-h-8 items-center text-xs"
        >
          Comments<span className="sr-only"> on {name}</span>
        </a>
      )}
      <May least="publisher">
        <div className="flex flex-wrap gap-2">
          {row && (
            <>
              <RowButton
                label="Checked today"
                name={`${name} was checked today`}
                tabIndex={tabIndex}
                onClick={() => void actions.checkToday(row)}
              />
              <RowButton
                label="Remove"
                name={`Remove evidence for ${name}`}
                variant="quiet"
                tabIndex={tabIndex}
                onClick={() => void actions.remove(row)}
              />
            </>
          )}
          <Button
            size="sm"
            tabIndex={tabIndex}
            aria-label={`${row ? 'Edit' : 'Add'} evidence for ${name}`}
            onClick={onEdit}
          >
            {row ? 'Edit' : 'Add'}
          </Button>
        </div>
      </May>
    </div>
  );
}

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

  const close = (key: string) => {
    setOpen(null);
    focus(key);
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
                    onClose={() => close(key)}
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
