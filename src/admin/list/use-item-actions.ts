import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { focusTab } from '#admin/focus-tab.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

export interface ActionTexts {
  deleted: string;
  failedToDelete: (message: string) => string;
}

const countOf = ({ label }: Collection, count: number) =>
  `${count} ${count === 1 ? label.one : label.many}`;

/** Deleting and publishing, one or several; what is deleted goes to the trash. */
export const useItemActions = (collection: Collection, texts?: ActionTexts) => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { name, label } = collection;
  const refresh = () => refreshCollection(queryClient, name);

  const remove = async (item: AnyItem): Promise<boolean> => {
    if (!(await confirm(deleteQuestion(String(item[collection.title]))))) return false;
    try {
      await adminSend('DELETE', `/api/${name}/${item.id}`);
      sayDone(texts?.deleted ?? `${label.one} deleted successfully`);
      return true;
    } catch (error) {
      sayError(texts?.failedToDelete(messageOf(error)) ?? 'Failed to delete item');
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

  const removeAll = async (ids: readonly number[]): Promise<boolean> => {
    const what = countOf(collection, ids.length);
    const isSure = await confirm({
      title: 'Delete',
      text: `Are you sure you want to delete ${what}?`,
      action: `Delete ${ids.length}`,
      tone: 'danger',
    });
    if (!isSure) return false;
    const { done, failure } = await runAll(ids, (id) => adminSend('DELETE', `/api/${name}/${id}`));
    if (failure) sayError('Failed to delete item');
    else sayDone(`${countOf(collection, done)} deleted successfully`);
    return true;
  };

  const setVisible = async (ids: readonly number[], isOn: boolean, verb: string) => {
    const { visible } = collection;
    if (!visible) return false;
    const isSure = await confirm({
      title: verb,
      text: `${verb} ${countOf(collection, ids.length)}?`,
      action: `${verb} ${ids.length}`,
    });
    if (!isSure) return false;
    const body = { [visible.field]: isOn };
    const { done, failure } = await runAll(ids, (id) =>
      adminSend('PUT', `/api/${name}/${id}`, body),
    );
    if (failure) sayError(`Failed to update item: ${messageOf(failure)}`);
    else sayDone(`${countOf(collection, done)} updated successfully`);
    return true;
  };

  return { remove, removeAll, setVisible };
};
