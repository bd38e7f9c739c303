import { vendors } from '#content/vendors/vendors.collection.ts';
import { widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { splitsOf } from './pairs.ts';

const PAIRS = '/compare/';
const VENDORS = `${vendors.publicPath}/`;

type FindRedirect = (db: Database, path: string) => Promise<string | null>;

/** Where a comparison leads after its vendors were renamed: to the same two, in the order asked for. */
export const createPairFinder = (db: Database, findRedirect: FindRedirect) => {
  const reader = createReader(widen(vendors), db);

  /** The slug that a visible vendor has now, or null when there is none. */
  const slugNow = async (slug: string): Promise<string | null> => {
    if (await reader.bySlug(null, slug)) return slug;
    const toPath = await findRedirect(db, `${VENDORS}${slug}`);
    if (!toPath?.startsWith(VENDORS)) return null;
    const now = toPath.slice(VENDORS.length);
    return (await reader.bySlug(null, now)) ? now : null;
  };

  return async (path: string): Promise<string | null> => {
    if (!path.startsWith(PAIRS)) return null;
    for (const [slugA, slugB] of splitsOf(path.slice(PAIRS.length))) {
      const [nowA, nowB] = [await slugNow(slugA), await slugNow(slugB)];
      if (!nowA || !nowB || nowA === nowB) continue;
      const isHere = nowA === slugA && nowB === slugB;
      return isHere ? null : `${PAIRS}${nowA}-vs-${nowB}`;
    }
    return null;
  };
};
