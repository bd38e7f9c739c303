import type { Reader } from '#kit/read.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import { keepUntilChange } from '#platform/until-change.server.ts';

/** Counting walks the whole table, and a list's total only changes with its collection: it is counted once. */
export const rememberCounts = (reader: Reader, collections: readonly string[]): Reader => {
  const keep = keepUntilChange<number>(collections);
  return {
    ...reader,
    count: (query) => {
      // Whoever searches may ask for anything; whoever is signed in sees more.
      if (query.viewer || query.q) return reader.count(query);
      noteRead(...collections);
      const { category = [], filters = {} } = query;
      return keep(JSON.stringify([category, filters]), () => reader.count(query));
    },
  };
};
