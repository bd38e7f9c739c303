/** What a content type says about its pages; routes, cache, sitemap, reserved words and navigation read it here. */
export interface TypeSite {
  /** Where its pages stand: '/vendors'. */
  readonly folder: `/${string}`;
  /** Its pages by address, as files of its pages/ folder without `.page.tsx`. */
  readonly pages: Readonly<Record<`/${string}`, string>>;
  /**
   * The query parameters that its list reads; the page cache, which stands before the pages and loads none, ignores all
   * others. src/app/page-params.test.ts holds them against `validateSearch`.
   */
  readonly params?: readonly string[];
  /** The query parameters that the pages below its folder read. */
  readonly paramsBelow?: readonly string[];
  /** Addresses that visitors put together themselves, without end: the page cache keeps them apart, like searches. */
  readonly composed?: RegExp;
  /** The address that search engines keep of an item, where it is not the item's own. */
  readonly canonicalOf?: (slug: string) => string;
  /** What its list is called on social cards, in llms.txt and in the sitemap; without it, it has no list. */
  readonly area?: { kind: string; title: string; text: string };
  /** Where a feed reader follows it. */
  readonly feed?: `/${string}`;
  /** Its place in the header, where a shorter label may stand, and in the guide section of the footer, from 1. */
  readonly nav?: { label: string; shortLabel?: string; header?: number; footer?: number };
}
