import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { deleteQuestion, type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

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
  countOf: (count) => `${count} ${count === 1 ? label.one : label.many}`,
});

const idsOf = (items: readonly AnyItem[]) => items.map(({ id }) => id);

/** Deleting and publishing, one or several; what is deleted goes to the trash. */
export const useItemActions = (collection: Collection, own?: Partial<ActionTexts>) => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const askToRemove = useRemoval(collection);
  const { name } = collection;
  const texts = { ...textsOf(collection), ...own };
  const refresh = () => refreshCollection(queryClient, name);

  const remove = async (item: AnyItem): Promise<boolean> => {
    const question = texts.question ?? deleteQuestion(String(item[collection.title]));
    const finish = await askToRemove([item], question);
    if (!finish) return false;
    try {
      await adminSend('DELETE', '/api/{name}/{id}', { params: { name, id: item.id } });
      sayDone(texts.deleted);
      await finish();
      return true;
    } catch (error) {
      sayError(texts.failedToDelete(messageOf(error)));
      return false;
    } finally {
      await refresh();
      focusTab();
    }
  };

  /** One request after another; what failed is told, what worked stays done. */
  const runAll = async (
    ids: readonly number[],
    run: (id: number) => Promise<unknown>,
  ): Promise<{ done: number; failure: unknown }> => {
    let done = 0;
    let failure: unknown = null;
    for (const id of ids) {
      try {
        await run(id);
        done += 1;
      } catch (error) {
        failure ??= error;
      }
    }
    await refresh();
    focusTab();
    return { done, failure };
  };

  const removeAll = async (items: readonly AnyItem[]): Promise<boolean> => {
    const finish = await askToRemove(items, {
      title: 'Delete',
      text: `Are you sure you want to delete ${texts.countOf(items.length)}?`,
      action: `Delete ${items.length}`,
      tone: 'danger',
    });
    if (!finish) return false;
    const { done, failure } = await runAll(idsOf(items), (id) =>
      adminSend('DELETE', '/api/{name}/{id}', { params: { name, id } }),
    );
    if (failure) sayError(texts.failedToDelete(messageOf(failure)));
    else {
      sayDone(`${texts.countOf(done)} deleted successfully`);
      await finish();
    }
    return true;
  };

  /** What leaves the site is asked about like what is deleted: something may still lead there. */
  const setVisible = async (
    items: readonly AnyItem[],
    isOn: boolean,
    verb: string,
    /** How the question calls them; else it counts them. */
    title?: string,
  ) => {
    const { visible } = collection;
    if (!visible) return false;
    const count = items.length;
    const question = {
      title: verb,
      text: title === undefined ? `${verb} ${texts.countOf(count)}?` : `${verb} "${title}"?`,
      action: title === undefined ? `${verb} ${count}` : verb,
    };
    const finish = isOn
      ? (await confirm(question)) && (() => undefined)
      : await askToRemove(items, question);
    if (!finish) return false;
    const body = { [visible.field]: isOn };
    const { done, failure } = await runAll(idsOf(items), (id) =>
      adminSend('PUT', '/api/{name}/{id}', { params: { name, id }, body }),
    );
    if (failure) sayError(texts.failedToUpdate(messageOf(failure)));
    else {
      sayDone(`${texts.countOf(done)} updated successfully`);
      await finish();
    }
    return true;
  };

  return { remove, removeAll, setVisible };
};
