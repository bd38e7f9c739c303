import type { AppParts } from '#kit/app-parts.server.ts';
import { createRehearsals } from '#platform/db/rehearsal.server.ts';
import type { Preview } from '#platform/server/preview.server.ts';
import { applyEntries } from './apply-release.server.ts';
import { findRelease, readEntries } from './releases.server.ts';

/** The whole site as a release would leave it; what is in the way of it is shown as it is. */
export const createReleaseShow = ({
  connection,
  content,
}: Pick<AppParts, 'connection' | 'content'>) => {
  const rehearse = createRehearsals(connection.pool);
  return async (id: number): Promise<Omit<Preview, 'until'> | null> => {
    const release = await findRelease(connection.db, id);
    if (!release) return null;
    const site = { target: null, respond: async (request: Request) => request };
    if (release.state === 'published') return { ...site, isLive: true };
    const entries = await readEntries(connection.db, id);
    const how = { viewer: null, isConfirmed: true };
    return {
      ...site,
      isLive: false,
      around: (render) => rehearse((tx) => applyEntries(tx, content.partsOf, entries, how), render),
    };
  };
};
