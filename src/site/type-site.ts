/** A content type's pages; routes, cache, sitemap, reserved words and navigation read it here. */
export interface TypeSite {
  /** Where its pages stand: '/vendors'. */
  readonly folder: `/${string}`;
  /** Its pages by address, as files of its pages/ folder without `.page.tsx`. */
  readonly pages: Readonly<Record<`/${string}`, string>>;
  /** Addresses that visitors put together themselves, without end: the page cache keeps them apart, like searches. */
  readonly composed?: RegExp;
  /** The address that search engines keep of an item, where it is not the item's own. */
  readonly canonicalOf?: (slug: string) => string;
  /** Names its list on social cards, in llms.txt and in the sitemap; without it, it has no list. */
  readonly area?: { kind: string; title: string; text: string };
  readonly feed?: `/${string}`;
  /** Its place in the header, where a shorter label may stand, and in the guide section of the footer, from 1. */
  readonly nav?: { label: string; shortLabel?: string; header?: number; footer?: number };
}

/** The pages of a type that has a list and, below it, its items. */
export const listAndItems = (folder: TypeSite['folder'], list: string, item: string) => ({
  folder,
  pages: { [folder]: list, [`${folder}/$slug`]: item },
});
