import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf, isOfDraft, messageOf } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { seenAt } from '#admin/editor/editor-state.ts';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import { toastDone } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { useChosenTime } from './use-chosen-time.tsx';
import { sayWhen, useItemSchedule } from './use-schedule.ts';

type Editor = Pick<ItemEditor, 'state' | 'keep' | 'settle'>;
type Action = 'publish' | 'unpublish';
type Planned = { action: Action; at: string };

interface ScheduleDialogProps {
  collection: Collection;
  item: AnyItem;
  editor: Editor;
  onClose: () => void;
}

/** Publishes the form's text, or unpublishes the item, at a time to come. */
export function ScheduleDialog({ collection, item, editor, onClose }: ScheduleDialogProps) {
  const isLive = isPublic(collection, item);
  const { target, isDirty, canDraft } = editor.state;
  const canPublish = !isLive || target === 'draft' || (isDirty && canDraft);
  const willBeLive = useItemSchedule(collection.name, item.id).some(
    ({ action, state }) => action === 'publish' && state === 'waiting',
  );
  const plan = usePlan(collection, item, editor, onClose);
  return (
    <DialogFrame title="Schedule" onClose={onClose} size="medium">
      <p className="text-sm text-soft">
        Times are those of your own zone. What is scheduled is the text as it is now: later changes
        wait until you schedule again.
      </p>
      {plan.problem && <ErrorText>{plan.problem}</ErrorText>}
      {canPublish ? (
        <DateTimeForm action="publish" isBusy={plan.isPending} onChoose={plan.choose} />
      ) : (
        <p className="mt-4 text-sm">
          This is published. Change something, or save a draft, to have that published later.
        </p>
      )}
      {(isLive || willBeLive) && (
        <DateTimeForm action="unpublish" isBusy={plan.isPending} onChoose={plan.choose} />
      )}
    </DialogFrame>
  );
}

const sayChanged = (isDraft: boolean) =>
  `${isDraft ? 'Somebody else saved this draft after you opened it' : 'The live version was changed after this text was begun'}, so nothing was scheduled. Choose which text stays, then schedule it again.`;

const usePlan = (
  collection: Collection,
  item: AnyItem,
  { keep, settle }: Editor,
  onClose: () => void,
) => {
  const { name } = collection;
  const queryClient = useQueryClient();
  const ask = useAsk();
  const [problem, setProblem] = useState('');

  const { mutate: choose, isPending } = useMutation({
    mutationFn: async ({ action, at }: Planned) => {
      setProblem('');
      const kept = action === 'publish' ? await keep() : null;
      // The form shows the errors of a text that cannot be saved.
      if (action === 'publish' && !kept) return onClose();
      const seen = kept && seenAt(kept.target, kept.version);
      const done = await ask((query) =>
        adminSend('POST', '/api/{collection}/{id}/schedule', {
          version: seen?.version,
          params: { collection: name, id: item.id, draftVersion: seen?.draftVersion, ...query },
          body: action === 'publish' ? { publishAt: at } : { unpublishAt: at },
        }),
      );
      if (!done) return;
      toastDone(`Scheduled: ${sayWhen({ action, at })}`);
      onClose();
    },
    onError: async (error) => {
      const isSettling = await settle(error);
      const [refusal = messageOf(error)] = Object.values(fieldErrorsOf(error));
      setProblem(isSettling ? sayChanged(isOfDraft(error)) : refusal);
    },
    onSettled: () => refreshCollection(queryClient, name),
  });
  return { choose, problem, isPending };
};

interface DateTimeFormProps {
  action: Action;
  isBusy: boolean;
  onChoose: (planned: Planned) => void;
}

function DateTimeForm({ action, isBusy, onChoose }: DateTimeFormProps) {
  const { at, input } = useChosenTime(action === 'publish' ? 'Publish at' : 'Unpublish at');
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3 border-t border-line pt-4">
      {input}
      <Button
        variant="primary"
        disabled={at === null || isBusy}
        onClick={() => at && onChoose({ action, at })}
      >
        {at ? sayWhen({ action, at }) : 'Say when'}
      </Button>
    </div>
  );
}
