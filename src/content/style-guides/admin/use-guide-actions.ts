import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { toast, toastError } from '#admin/toast.ts';
import type { StyleGuide } from '#content/style-guides/style-guides.collection.ts';

interface Action {
  guide: StyleGuide;
  send: () => Promise<unknown>;
  done: string;
  failed: string;
}

/**
 * Activating and deleting style guides, with the spec's words about it. Another user's edit since the list was read
 * is neither put to use nor deleted unseen.
 */
export const useGuideActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { mutate: run, isPending } = useMutation({
    mutationFn: ({ send }: Action) => send(),
    onSuccess: (_, { guide, done }) => toast({ title: done, description: guide.name }),
    onError: (error, { failed }) => toastError(changedMessage(error) ?? failed),
    onSettled: () => refreshCollection(queryClient, 'style-guides'),
  });

  const activate = (guide: StyleGuide) => {
    const { id, version } = guide;
    run({
      guide,
      send: () => adminSend('POST', '/api/style-guides/{id}/activate', { params: { id }, version }),
      done: 'Style Guide Activated',
      failed: 'Failed to activate style guide',
    });
  };

  const remove = async (guide: StyleGuide) => {
    if (!(await confirm(deleteQuestion(guide.name)))) return;
    const { id, version } = guide;
    run({
      guide,
      send: () => adminSend('DELETE', '/api/style-guides/{id}', { params: { id }, version }),
      done: 'Style Guide Deleted',
      failed: 'Failed to delete style guide',
    });
  };

  /** All are busy at once: to activate one changes the version of another, which the list tells when it is read again. */
  return { isBusy: isPending, activate, remove };
};
