import { useState } from 'react';
import { changedItemOf, messageOf } from '#admin/api/problems.ts';
import { isBusy } from '#admin/editor/editor-state.ts';
import type { FormValues, Seen } from '#admin/editor/form-types.ts';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { May, useMay } from '#admin/may.tsx';
import { Notice } from '#admin/parts/notice.tsx';
import { useNames } from '#admin/people/people.tsx';
import { formatWhen } from '#admin/schedule/format-when.ts';
import { type ScheduleEntry, useItemSchedule } from '#admin/schedule/use-schedule.ts';
import { useChange } from '#admin/use-action.ts';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { discardItemDraft, type ItemDraft, useLiveDraft } from './use-item-draft.ts';

interface DraftNoticeProps {
  collection: Collection;
  values: FormValues;
  seen: Seen;
  /** The draft is gone: nothing of the form is to be stored. */
  onDiscarded: () => void;
}

/** Above a form that holds a draft: its author and its actions. */
export function DraftNotice({ collection, values, seen, onDiscarded }: DraftNoticeProps) {
  const { live, draft } = useLiveDraft();
  const nameOf = useNames();
  const [isComparing, setIsComparing] = useState(false);
  const discard = useDiscard(collection, live?.id ?? 0);
  if (!live || !draft) return null;
  return (
    <Notice aria-label="Draft" tone="text" isRow>
      <div className="mr-auto">
        <p className="font-medium">
          Draft{draft.savedBy ? ` by ${nameOf(draft.savedBy)}` : ''}, saved{' '}
          {formatDateTime(draft.updatedAt)}
        </p>
        <p className="text-soft">
          Readers see the live version until the draft is published.
          {live.version !== draft.baseVersion &&
            ' The live version was changed after the draft was begun.'}
        </p>
      </div>
      <Button size="sm" onClick={() => setIsComparing(true)}>
        Compare with live
      </Button>
      <May least="editor">
        <Button
          size="sm"
          onClick={() => void discard(draft, seen).then((isDone) => isDone && onDiscarded())}
        >
          Discard draft
        </Button>
      </May>
      {isComparing && (
        <CompareDialog
          collection={collection}
          live={live}
          values={values}
          onClose={() => setIsComparing(false)}
        />
      )}
    </Notice>
  );
}

const CHANGED =
  'Not discarded: somebody else saved this draft after you opened it. Close the form and open it again to read it first.';

/** The fate of a scheduled copy when its draft is discarded. */
const sayScheduled = ({ at }: ScheduleEntry, isCancelled: boolean) =>
  isCancelled
    ? ` That it is published on ${formatWhen(at)} is cancelled with it.`
    : ` What was scheduled of it still goes live on ${formatWhen(at)}: ask a publisher to cancel that.`;

const useDiscard = ({ name }: Collection, id: number) => {
  const { runIfSure } = useChange(name);
  const mayPublish = useMay('publisher');
  const scheduled = useItemSchedule(name, id).find(
    ({ action, state }) => action === 'publish' && state === 'waiting',
  );
  return ({ itemId, title }: ItemDraft, seen: Seen): Promise<boolean> =>
    runIfSure(
      {
        title: 'Discard draft',
        text: `The draft of "${title}" cannot be brought back after this. The live version stays as it is.${scheduled ? sayScheduled(scheduled, mayPublish) : ''}`,
        action: 'Discard draft',
        tone: 'danger',
      },
      () => discardItemDraft(name, itemId, seen),
      'Draft discarded',
      (error) =>
        changedItemOf(error) ? CHANGED : `Failed to discard the draft: ${messageOf(error)}`,
    );
};

type DraftActionsProps = {
  editor: Pick<ItemEditor, 'state' | 'save' | 'publish'>;
  /** The form stays open after a draft is saved. */
  stays?: boolean;
};

/** Beside Save: to keep a change without showing it to readers, and to show it. */
export function DraftActions({ editor, stays = false }: DraftActionsProps) {
  const { state, save, publish } = editor;
  const mayPublish = useMay('publisher');
  // An editor's Save keeps the draft, and a publisher publishes it.
  if (!mayPublish) return null;
  if (state.target === 'draft') {
    return (
      <Button aria-disabled={isBusy(state)} onClick={() => void publish()}>
        Publish draft
      </Button>
    );
  }
  if (!state.canDraft) return null;
  return (
    <Button aria-disabled={isBusy(state)} onClick={() => void save({ to: 'draft', stays })}>
      Save as draft
    </Button>
  );
}
