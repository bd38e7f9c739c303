import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage, messageOf } from '#admin/api/problems.ts';
import { deleteQuestion, type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { toastDone, toastError } from '#admin/toast.ts';
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

interface Work {
  /** Told where all of it came about. */
  said: string;
  verb: 'deleted' | 'updated';
  fail: (message: string) => string;
  send: (item: AnyItem) => Promise<unknown>;
}

export const useItemActions = (collection: Collection, own?: Partial<ActionTexts>) => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const askToRemove = useRemoval(collection);
  const { name } = collection;
  const texts = { ...textsOf(collection), ...own };

  /** One request after another; failures are told, successes stay. Resolves to the items that it was done with. */
  const runAll = async (items: readonly AnyItem[], { said, verb, fail, send }: Work) => {
    const done: AnyItem[] = [];
    const refused: { title: string; error: unknown }[] = [];
    for (const item of items) {
      try {
        await send(item);
        done.push(item);
      } catch (error) {
        refused.push({ title: String(item[collection.title]), error });
      }
    }
    await refreshCollection(queryClient, name);
    focusTab();
    const [first, ...more] = refused;
    const changed = changedMessage(first?.error);
    const message = messageOf(first?.error);
    const which = `"${first?.title}"${more.length > 0 ? ` and ${more.length} more` : ''}`;
    const some = `${done.length} of ${items.length} ${verb}; not ${which}`;
    if (!first) toastDone(said);
    else if (done.length === 0) toastError(changed ?? fail(message));
    else toastError(`${some}: ${changed ?? message}`);
    return done;
  };

  const removeAll = async (
    items: readonly AnyItem[],
    question: Question = {
      title: 'Delete',
      text: `Are you sure you want to delete ${texts.countOf(items.length)}?`,
      action: `Delete ${items.length}`,
      tone: 'danger',
    },
    said = `${texts.countOf(items.length)} deleted successfully`,
  ): Promise<boolean> => {
    const finish = await askToRemove(items, question);
    if (!finish) return false;
    const done = await runAll(items, {
      said,
      verb: 'deleted',
      fail: texts.failedToDelete,
      // With the version, so another user's later change is not deleted unseen.
      send: ({ id, version }) =>
        adminSend('DELETE', '/api/{name}/{id}', { params: { name, id }, version }),
    });
    await finish(done);
    return true;
  };

  const remove = (item: AnyItem) =>
    removeAll(
      [item],
      texts.question ?? deleteQuestion(String(item[collection.title])),
      texts.deleted,
    );

  /** Unpublishing asks like deleting does: something may still link there. */
  const setVisible = async (
    items: readonly AnyItem[],
    isOn: boolean,
    verb: string,
    /** How the question calls them; else it counts them. */
    title?: string,
  ) => {
    if (!collection.visible) return false;
    const named = texts.countOf(items.length);
    const question = {
      title: verb,
      text: title === undefined ? `${verb} ${named}?` : `${verb} "${title}"?`,
      action: title === undefined ? `${verb} ${items.length}` : verb,
    };
    const finish = isOn ? null : await askToRemove(items, question);
    if (!(finish ?? (isOn && (await confirm(question))))) return false;
    const body = visibilityPatch(collection, isOn);
    const done = await runAll(items, {
      said: `${named} updated successfully`,
      verb: 'updated',
      fail: texts.failedToUpdate,
      send: ({ id, version }) =>
        adminSend('PUT', '/api/{name}/{id}', { params: { name, id }, version, body }),
    });
    await finish?.(done);
    return true;
  };

  return { remove, removeAll, setVisible };
};
