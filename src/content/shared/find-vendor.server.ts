import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { Reader } from '#kit/reader.server.ts';

const FOLDER = `${vendors.publicPath}/`;

type FindRedirect = (path: string) => Promise<string | null>;

/** The public vendor under a current slug, or under a former one. */
export type VendorFinder = (slug: string) => Promise<Vendor | null>;

export const createVendorFinder =
  (reader: Reader<typeof vendors>, findRedirect: FindRedirect): VendorFinder =>
  async (slug) => {
    const vendor = await reader.bySlug(null, slug);
    if (vendor) return vendor;
    const toPath = await findRedirect(`${FOLDER}${slug}`);
    return toPath?.startsWith(FOLDER) ? reader.bySlug(null, toPath.slice(FOLDER.length)) : null;
  };
