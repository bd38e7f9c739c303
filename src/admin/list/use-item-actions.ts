import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage, messageOf } from '#admin/api/problems.ts';
import { deleteQuestion, type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { toastDone, toastError, toastOutcome } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { visibilityPatch } from '#kit/is-public.ts';
import { counted } from '#platform/words.ts';

export interface ActionTexts {
  deleted: string;
  failedToDelete: (message: string) => string;
  failedToUpdate: (message: string) => string;
  /** '2 Types'. */
  countOf: (count: number) => string;
  /** Asked before one is deleted, where its title is not in the question. */
  question?: Question;
}

/** The spec's texts for generic items. */
const textsOf = ({ label }: Collection): ActionTexts => ({
  deleted: `${label.one} deleted successfully`,
  failedToDelete: () => 'Failed to delete item',
  failedToUpdate: (message) => `Failed to update item: ${message}`,
  countOf: (count) => counted(count, label.one, label.many),
});

interface Refused {
  title: string;
  error: unknown;
}

interface Outcome {
  done: readonly AnyItem[];
  refused: readonly Refused[];
}

export const useItemActions = (collection: Collection, own?: Partial<ActionTexts>) => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const askToRemove = useRemoval(collection);
  const { name } = collection;
  const texts = { ...textsOf(collection), ...own };
  const refresh = () => refreshCollection(queryClient, name);

  /** With the version, so another user's later change is not deleted unseen. */
  const sendDelete = ({ id, version }: AnyItem) =>
    adminSend('DELETE', '/api/{name}/{id}', { params: { name, id }, version });

  const remove = async (item: AnyItem): Promise<boolean> => {
    const question = texts.question ?? deleteQuestion(String(item[collection.title]));
    const finish = await askToRemove([item], question);
    if (!finish) return false;
    const isDone = await toastOutcome(
      () => sendDelete(item),
      texts.deleted,
      (error) => changedMessage(error) ?? texts.failedToDelete(messageOf(error)),
    );
    if (isDone) await finish();
    await refresh();
    focusTab();
    return isDone;
  };

  /** One request after another; failures are reported, successes stay. */
  const runAll = async (
    items: readonly AnyItem[],
    run: (item: AnyItem) => Promise<unknown>,
  ): Promise<Outcome> => {
    const done: AnyItem[] = [];
    const refused: Refused[] = [];
    for (const item of items) {
      try {
        await run(item);
        done.push(item);
      } catch (error) {
        refused.push({ title: String(item[collection.title]), error });
      }
    }
    await refresh();
    focusTab();
    return { done, refused };
  };

  const tellAll = (
    { done, refused }: Outcome,
    verb: 'deleted' | 'updated',
    fail: (message: string) => string,
  ) => {
    const [first, ...more] = refused;
    if (!first) {
      toastDone(`${texts.countOf(done.length)} ${verb} successfully`);
      return;
    }
    const changed = changedMessage(first.error);
    if (done.length === 0) {
      toastError(changed ?? fail(messageOf(first.error)));
      return;
    }
    const which = `"${first.title}"${more.length > 0 ? ` and ${more.length} more` : ''}`;
    const reason = changed ?? messageOf(first.error);
    toastError(
      `${done.length} of ${done.length + refused.length} ${verb}; not ${which}: ${reason}`,
    );
  };

  const removeAll = async (items: readonly AnyItem[]): Promise<boolean> => {
    const finish = await askToRemove(items, {
      title: 'Delete',
      text: `Are you sure you want to delete ${texts.countOf(items.length)}?`,
      action: `Delete ${items.length}`,
      tone: 'danger',
    });
    if (!finish) return false;
    const outcome = await runAll(items, sendDelete);
    tellAll(outcome, 'deleted', texts.failedToDelete);
    await finish(outcome.done);
    return true;
  };

  /** Unpublishing asks like deleting does: something may still link there. */
  const setVisible = async (
    items: readonly AnyItem[],
    isOn: boolean,
    verb: string,
    /** How the question calls them; else it counts them. */
    title?: string,
  ) => {
    if (!collection.visible) return false;
    const count = items.length;
    const question = {
      title: verb,
      text: title === undefined ? `${verb} ${texts.countOf(count)}?` : `${verb} "${title}"?`,
      action: title === undefined ? `${verb} ${count}` : verb,
    };
    const finish = isOn
      ? (await confirm(question)) && (() => Promise.resolve())
      : await askToRemove(items, question);
    if (!finish) return false;
    const body = visibilityPatch(collection, isOn);
    const outcome = await runAll(items, ({ id, version }) =>
      adminSend('PUT', '/api/{name}/{id}', { params: { name, id }, version, body }),
    );
    tellAll(outcome, 'updated', texts.failedToUpdate);
    await finish(outcome.done);
    return true;
  };

  return { remove, removeAll, setVisible };
};
