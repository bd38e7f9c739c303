import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf, messageOf, serverMessage } from '#admin/api/problems.ts';
import { focusTab } from '#admin/focus-tab.ts';
import { editorHref } from '#admin/tabs.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import type { Body } from '#client/api-calls.ts';
import { CORRECTIONS_PATH } from './correction-words.ts';

const DECIDE = '/api/corrections/{id}/decide';

type Decision = Body<'POST', typeof DECIDE>;

const DONE: Record<Decision['decision'], string> = {
  accept: 'Accepted',
  refuse: 'Refused',
  merge: 'Merged',
  spam: 'Marked as spam',
};

/** Sends a decision; what was accepted opens in its form, with the report beside it. */
export const useDecide = (id: number) => {
  const queryClient = useQueryClient();
  const { goTo } = useAdminAddress();
  const { mutateAsync: send, isPending: isBusy } = useMutation({
    mutationFn: (body: Decision) => adminSend('POST', DECIDE, { params: { id }, body }),
  });

  /** Resolves to the problems of the form's fields. */
  const decide = async (body: Decision) => {
    try {
      const { item, isAnswered } = await send(body);
      toastDone(`${DONE[body.decision]}${isAnswered ? ', and answered by mail' : ''}`);
      if (item) await refreshCollection(queryClient, item.collection);
      await queryClient.invalidateQueries(readAt(CORRECTIONS_PATH));
      if (item) await goTo(`${editorHref(item.collection, item.id)}?correction=${id}`);
      else focusTab();
      return {};
    } catch (error) {
      const problems = fieldErrorsOf(error);
      if (Object.keys(problems).length === 0) toastError(serverMessage(error) ?? messageOf(error));
      return problems;
    }
  };

  return { decide, isBusy };
};
