import { useRef } from 'react';
import { adminQuery, adminQueryOr } from '#admin/api/admin-queries.ts';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { BadgeTone } from '#ui/badge.tsx';

export const RELEASES_PATH = '/api/releases';
export const RELEASE_PATH = '/api/releases/{id}';

export type Release = ResponseOf<'get', typeof RELEASES_PATH>[number];
export type WholeRelease = ResponseOf<'get', typeof RELEASE_PATH>;
export type ReleaseEntry = WholeRelease['entries'][number];

export const releasesQuery = adminQueryOr([], RELEASES_PATH);
export const releaseQuery = (id: number) => adminQuery(RELEASE_PATH, { id });

export const STATE_WORDS: Record<Release['state'], { label: string; tone: BadgeTone }> = {
  open: { label: 'In preparation', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  failed: { label: 'Failed', tone: 'danger' },
  published: { label: 'Published', tone: 'positive' },
  undone: { label: 'Undone', tone: 'warn' },
};

export const ACTION_WORDS: Record<ReleaseEntry['action'], string> = {
  publish: 'Publish',
  delete: 'Delete',
  move: 'New address',
};

/** Changes releases, at a double click once; the items on screen are read again with them. Nothing is said where the user says no. */
export const useReleaseAction = () => {
  const { run } = useAction('/api');
  const isBusy = useRef(false);
  return async <T>(work: () => Promise<T>, done: string, failed: string): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    const isDone = await run(work, (result) => (result === null ? null : done), failed);
    isBusy.current = false;
    return isDone;
  };
};
