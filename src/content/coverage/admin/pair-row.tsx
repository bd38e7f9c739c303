import { clsx } from 'clsx';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { May } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { coverage, type Level } from '../coverage.collection.ts';
import { isSecondRank, isStale, type Pair } from './evidence-pairs.ts';
import type { RowActions } from './use-row-actions.ts';

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
export function PairRow(props: PairRowProps) {
  const { pair, isCurrent, actions, selection, onEdit } = props;
  const { row, name } = pair;
  const { search } = useAdminAddress();
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 py-2',
        actions.busy === row?.id && row && 'opacity-60',
      )}
    >
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
