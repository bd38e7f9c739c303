import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { addressOf, comparisonsSite, readingsOf } from './site.ts';

const PAIRS = `${comparisonsSite.folder}/`;

/** Where a comparison leads after its vendors were renamed: to the same ones, a pair in the order asked for. */
export const createPairFinder =
  (findVendor: VendorFinder) =>
  async (path: string): Promise<string | null> => {
    if (!path.startsWith(PAIRS)) return null;
    for (const slugs of readingsOf(path.slice(PAIRS.length))) {
      const found = await Promise.all(slugs.map(findVendor));
      const now = found.flatMap((vendor) => vendor?.slug ?? []);
      if (new Set(now).size < slugs.length) continue;
      const isHere = now.every((slug, index) => slug === slugs[index]);
      return isHere ? null : PAIRS + addressOf(now);
    }
    return null;
  };
