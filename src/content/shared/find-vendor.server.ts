import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { ReadContext } from '#kit/behaviour.server.ts';
import { cutText } from '#platform/text/excerpt.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import type { TextCard } from './text-blocks.server.ts';

const FOLDER = `${vendors.publicPath}/`;

type FindRedirect = (path: string) => Promise<string | null>;

/** The public vendor under a current slug, or under a former one. */
export type VendorFinder = (slug: string) => Promise<Vendor | null>;

/** The parts that calls about vendors and their evidence work with. */
export interface CallParts extends Pick<ReadContext, 'db' | 'readerOf'> {
  findVendor: VendorFinder;
  /** The vendors and features that words name, misspelt ones too. */
  understand(q: string): Promise<{ found: number[]; features: { slug: string; name: string }[] }>;
}

export const createVendorFinder =
  <V>(bySlug: (slug: string) => Promise<V | null>, findRedirect: FindRedirect) =>
  async (slug: string): Promise<V | null> => {
    const vendor = await bySlug(slug);
    if (vendor) return vendor;
    const toPath = await findRedirect(`${FOLDER}${slug}`);
    return toPath?.startsWith(FOLDER) ? bySlug(toPath.slice(FOLDER.length)) : null;
  };

const CARD_LINE = 200;

/** A vendor on a card in a text. */
export const textCardOf = ({
  name,
  slug,
  categories,
  description,
}: Pick<Vendor, 'name' | 'slug' | 'categories' | 'description'>): TextCard => ({
  name,
  href: FOLDER + slug,
  kind: withoutPlaceholders(categories)[0] ?? '',
  line: cutText(withoutPlaceholder(description) ?? '', CARD_LINE),
});
