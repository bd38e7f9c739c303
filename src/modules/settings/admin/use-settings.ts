import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, readAt } from '#admin/api/admin-queries.ts';
import { changedItemOf, messageOf } from '#admin/api/problems.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';

export type Settings = ResponseOf<'get', '/api/settings'>;
export type SettingsFeed = Settings['feeds'][number];
export type Change = Body<'PUT', '/api/settings'>;

export const SETTINGS = '/api/settings';

export const sayFailure = (failure: unknown) =>
  changedItemOf(failure)
    ? 'Somebody else changed the settings in the meantime. What you typed is still here: look at it, and save again.'
    : messageOf(failure);

/** The settings, and how to change some of them. */
export const useSettings = () => {
  const queryClient = useQueryClient();
  const query = useQuery(fresh(adminQuery(SETTINGS)));
  const refresh = () => queryClient.invalidateQueries(readAt(SETTINGS));
  const save = async (body: Change) => {
    const version = query.data?.version;
    try {
      await adminSend('PUT', SETTINGS, { body, ...(version && { version }) });
    } finally {
      await refresh();
    }
  };
  return { ...query, save };
};

export type Save = ReturnType<typeof useSettings>['save'];
