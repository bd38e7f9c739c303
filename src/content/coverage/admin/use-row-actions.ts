import { adminSend } from '#admin/api/admin-api.ts';
import { changedItemOf, messageOf } from '#admin/api/problems.ts';
import { useMe } from '#admin/me.ts';
import { dayOf } from '#admin/schedule/format-when.ts';
import { toast, toastError } from '#admin/toast.ts';
import { restoreItem } from '#admin/trash/restore-item.ts';
import { useChange } from '#admin/use-action.ts';
import { publicNameOf } from '#platform/person-name.ts';
import { type Coverage, coverage } from '../coverage.collection.ts';
import type { Pair } from './evidence-pairs.ts';

const { name } = coverage;
/** The checker's name as readers see it. */
export const useCheckedBy = (): string => publicNameOf(useMe());

const sayFailure = (error: unknown) =>
  changedItemOf(error)
    ? 'Somebody else changed this row meanwhile. It shows their version now; press again if yours still holds.'
    : `Not saved: ${messageOf(error)}`;

/** Actions on one row: each sends the version that it was read at. */
export const useRowActions = () => {
  const checkedBy = useCheckedBy();
  const { run, isBusy } = useChange(name);

  const checkToday = ({ id, version }: Coverage) => {
    if (isBusy) return;
    const body = { checkedOn: dayOf(new Date()), checkedBy, readIn: 'live' } as const;
    void run(
      () => adminSend('PUT', '/api/coverage/{id}', { params: { id }, version, body }),
      () => null,
      sayFailure,
    );
  };

  const remove = async ({ id, version }: Coverage) => {
    if (isBusy) return;
    const isGone = await run(
      () => adminSend('DELETE', '/api/coverage/{id}', { params: { id }, version }),
      () => null,
      sayFailure,
    );
    if (!isGone) return;
    toast({
      title: 'Not confirmed',
      description: 'The evidence is in the trash.',
      duration: 10_000,
      action: {
        label: 'Undo',
        altText: 'Restore it from the trash',
        onClick: () => void run(() => restoreItem(name, id), 'Evidence restored', 'Not restored'),
      },
    });
  };

  /** Of several lines, by one call: resolves to those that were marked, and names the others. */
  const checkAllToday = async (pairs: readonly Pair[]): Promise<number[]> => {
    const items = pairs.flatMap(({ row }) => (row ? [{ id: row.id, version: row.version }] : []));
    let checkedIds: number[] = [];
    const send = async () => {
      const body = { items };
      const { checked, refused } = await adminSend('POST', '/api/upkeep/checked', { body });
      const left = new Set(refused.map(({ id }) => id));
      checkedIds = items.flatMap(({ id }) => (left.has(id) ? [] : id));
      const reasons = refused.map(({ id, title, reason }) => {
        const pair = pairs.find(({ row }) => row?.id === id);
        return `${pair?.name ?? title}: ${reason}`;
      });
      const said = [`${checked} checked today`, ...reasons].join('. ');
      if (reasons.length === 0) return said;
      toastError(said);
      return null;
    };
    await run(send, (said) => said, 'Not saved');
    return checkedIds;
  };

  return { checkAllToday, checkToday, remove };
};

export type RowActions = ReturnType<typeof useRowActions>;
