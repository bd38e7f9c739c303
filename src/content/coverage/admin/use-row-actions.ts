import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { changedItemOf, messageOf } from '#admin/api/problems.ts';
import { useMe } from '#admin/me.ts';
import { dayOf } from '#admin/schedule/format-when.ts';
import { toast, toastDone, toastError, toastOutcome } from '#admin/toast.ts';
import { restoreItem } from '#admin/trash/restore-item.ts';
import { ApiError } from '#platform/api-error.ts';
import { publicNameOf } from '#platform/person-name.ts';
import { type Coverage, coverage, type Level } from '../coverage.collection.ts';
import type { Pair } from './evidence-pairs.ts';

const { name } = coverage;
const TRIES = 3;
const WAIT_MS = 1500;

/** The checker's name as readers see it. */
export const useCheckedBy = (): string => publicNameOf(useMe());

/** Only transient errors are retried: a server that is away, not one that refuses. */
const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

const tryAgain = async <T>(request: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      if (tries === TRIES || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tries));
    }
  }
};

/** Actions on one row by key or button: each sends the version that it was read at. */
export const useRowActions = () => {
  const queryClient = useQueryClient();
  const checkedBy = useCheckedBy();
  const [busy, setBusy] = useState<number | null>(null);

  const run = async (row: Coverage, request: () => Promise<unknown>): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(row.id);
    try {
      await tryAgain(request);
      return true;
    } catch (error) {
      toastError(
        changedItemOf(error)
          ? 'Somebody else changed this row meanwhile. It shows their version now; press again if yours still holds.'
          : `Not saved: ${messageOf(error)}`,
      );
      return false;
    } finally {
      await refreshCollection(queryClient, name);
      setBusy(null);
    }
  };

  const change = (row: Coverage, body: Partial<Coverage>) =>
    run(row, () =>
      adminSend('PUT', '/api/coverage/{id}', {
        params: { id: row.id },
        version: row.version,
        body,
      }),
    );

  const undo = async (id: number) => {
    await toastOutcome(() => restoreItem(name, id), 'Evidence restored', 'Not restored');
    await refreshCollection(queryClient, name);
  };

  const remove = async (row: Coverage) => {
    const isGone = await run(row, () =>
      adminSend('DELETE', '/api/coverage/{id}', { params: { id: row.id }, version: row.version }),
    );
    if (!isGone) return;
    toast({
      title: 'Not confirmed',
      description: 'The evidence is in the trash.',
      duration: 10_000,
      action: {
        label: 'Undo',
        altText: 'Restore it from the trash',
        onClick: () => void undo(row.id),
      },
    });
  };

  /** Of several lines, by one call: resolves to those that were marked, and names the others. */
  const checkAllToday = async (pairs: readonly Pair[]): Promise<number[]> => {
    const items = pairs.flatMap(({ row }) => (row ? [{ id: row.id, version: row.version }] : []));
    try {
      const body = { items };
      const { checked, refused } = await adminSend('POST', '/api/upkeep/checked', { body });
      const reasons = refused.map(({ id, title, reason }) => {
        const pair = pairs.find(({ row }) => row?.id === id);
        return `${pair?.name ?? title}: ${reason}`;
      });
      const tell = reasons.length > 0 ? toastError : toastDone;
      tell([`${checked} checked today`, ...reasons].join('. '));
      const left = new Set(refused.map(({ id }) => id));
      return items.flatMap(({ id }) => (left.has(id) ? [] : id));
    } catch (error) {
      toastError(`Not saved: ${messageOf(error)}`);
      return [];
    } finally {
      await refreshCollection(queryClient, name);
    }
  };

  return {
    busy,
    checkAllToday,
    setLevel: (row: Coverage, level: Level) => change(row, { level }),
    checkToday: (row: Coverage) =>
      change(row, { checkedOn: dayOf(new Date()), checkedBy, readIn: 'live' }),
    remove,
  };
};

export type RowActions = ReturnType<typeof useRowActions>;
