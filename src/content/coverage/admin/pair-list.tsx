import { useRef, useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { formatDay } from '#admin/format-date-time.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import { SelectionTools } from '#admin/list/selection-bar.tsx';
import { type Selection, useSelection } from '#admin/list/use-selection.ts';
import { May, useMay } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Coverage, coverage, type Level } from '../coverage.collection.ts';
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
  actions: RowActions;
  selection: Selection;
  onEdit: () => void;
}

/** One line: the evidence, whether it is old or second-hand, and its actions. */
function PairRow(props: PairRowProps) {
  const { pair, actions, selection, onEdit } = props;
  const { row, name } = pair;
  const { search } = useAdminAddress();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      {row && (
        <May least="publisher">
          <SelectBox id={row.id} title={name} selection={selection} />
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
            {row.finding} Checked {formatDay(row.checkedOn)} by {row.checkedBy}
            {row.quote ? '' : ', not quoted yet'}.
          </p>
        )}
      </div>
      {row && (
        <a
          href={adminHref(coverage, row.id, { ...search, comments: 'open' })}
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
                onClick={() => actions.checkToday(row)}
              />
              <RowButton
                label="Remove"
                name={`Remove evidence for ${name}`}
                variant="quiet"
                onClick={() => void actions.remove(row)}
              />
            </>
          )}
          <Button
            size="sm"
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
  /** The stored row, until the list has read it too. */
  saved: Coverage | null;
}

/** The lines, one after another. */
export function PairList({ pairs }: { pairs: readonly Pair[] }) {
  const actions = useRowActions();
  const selection = useSelection(pairs.flatMap(({ row }) => row?.id ?? []));
  const mayChange = useMay('publisher');
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<Open | null>(null);

  const edit = (pair: Pair) => setOpen({ key: keyOf(pair), saved: null });

  const close = (key: string) => {
    setOpen(null);
    list.current?.querySelector<HTMLElement>(`[data-pair="${CSS.escape(key)}"]`)?.focus();
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
                tabIndex={-1}
                className="border-b border-line px-2 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
              >
                <PairRow
                  pair={pair}
                  actions={actions}
                  selection={selection}
                  onEdit={() => edit(pair)}
                />
                {isOpen && (
                  <EvidenceForm
                    pair={{ ...pair, row: pair.row ?? open.saved }}
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
