import { adminQuery, adminQueryOr } from '#admin/api/admin-queries.ts';
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

export const isOpen = ({ state }: Pick<Release, 'state'>): boolean =>
  state !== 'published' && state !== 'scheduled';

/** With a release the items on screen are read again. */
export const ALL = '/api';
