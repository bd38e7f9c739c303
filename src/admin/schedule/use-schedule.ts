import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { formatWhen } from './format-when.ts';

export type ScheduleEntry = ResponseOf<'get', typeof SCHEDULE_PATH>[number];

export const scheduleQuery = adminListQuery(SCHEDULE_PATH);

/** Waiting or failed entries. */
export const useItemSchedule = (name: string, id: number): readonly ScheduleEntry[] => {
  const { data } = useQuery(scheduleQuery);
  return (data?.items ?? []).filter(
    (entry) => entry.collection === name && entry.itemId === id && entry.state !== 'done',
  );
};

/** Cancels an item's waiting entry, or hides a failed one. */
export const cancelOf = ({ collection, itemId: id, state }: ScheduleEntry) => ({
  work: () =>
    adminSend('DELETE', '/api/{collection}/{id}/schedule', { params: { collection, id } }),
  done: state === 'failed' ? 'Put out of sight' : 'Schedule cancelled',
  failed: 'Failed to cancel',
});

const VERBS = { publish: 'Publish', unpublish: 'Unpublish' } as const;
const PAST = { publish: 'published', unpublish: 'unpublished' } as const;

type Entry = Pick<ScheduleEntry, 'action' | 'at' | 'state' | 'problem'>;

/** 'Publish on 3 Dec 2026, 09:00 CET': for a button, or for a plan. */
export const sayWhen = ({ action, at }: Pick<Entry, 'action' | 'at'>): string =>
  `${VERBS[action]} on ${formatWhen(at)}`;

export const sayEntry = ({ action, at, state, problem }: Entry): string => {
  if (state === 'waiting') return sayWhen({ action, at });
  return `Was not ${PAST[action]} on ${formatWhen(at)}: ${problem ?? 'nobody knows why'}`;
};
