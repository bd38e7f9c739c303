import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, refreshCollection, SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';

export type ScheduleEntry = ResponseOf<'get', typeof SCHEDULE_PATH>[number];

export const scheduleQuery = adminListQuery(SCHEDULE_PATH);

/** What waits for an item, or failed. */
export const useItemSchedule = (name: string, id: number): readonly ScheduleEntry[] => {
  const { data } = useQuery(scheduleQuery);
  return (data?.items ?? []).filter(
    (entry) => entry.collection === name && entry.itemId === id && entry.state !== 'done',
  );
};

/** Takes back what waits for an item; what failed goes out of sight. */
export const useCancelSchedule = () => {
  const queryClient = useQueryClient();
  return async ({ collection, itemId, state }: ScheduleEntry) => {
    try {
      const params = { collection, id: itemId };
      await adminSend('DELETE', '/api/{collection}/{id}/schedule', { params });
      sayDone(state === 'failed' ? 'Put out of sight' : 'Schedule cancelled');
    } catch (error) {
      sayError(`Failed to cancel: ${messageOf(error)}`);
    }
    await refreshCollection(queryClient, collection);
  };
};
