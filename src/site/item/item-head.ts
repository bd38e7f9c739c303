import type { Folder } from '#client/href-to.ts';
import { breadcrumbLd, type Crumb } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead, type StructuredData, summaryOf } from '#site/head/page-head.ts';
import type { SiteInfo } from '#site/site-info.ts';

/** Where the items of a type live, and what leads there. */
export interface ItemPlace {
  folder: Folder;
  trail: readonly Crumb[];
  /** The heading of the screen for an item that is not there. */
  missing: string;
}

interface AnyItem {
  slug: string;
  metaTitle: string | null;
  metaDescription: string | null;
  isPublished?: boolean;
}

interface ItemHead<Item> {
  place: ItemPlace;
  nameOf(item: Item): string;
  /** What stands for a description that nobody wrote. */
  describe(item: Item): string;
  /** The address that search engines keep, where it is not the page's own. */
  canonicalOf?(item: Item): string;
  /** By `isPublished`, where the type knows no other. */
  isPublic?(item: Item): boolean;
  /** The document's title where it is not '{name} - {site}'. */
  titleFor?(item: Item): string;
  type?: 'article';
  /** What the page says besides its breadcrumbs. */
  jsonLd?(site: SiteInfo, item: Item): StructuredData;
}

interface ItemMatch<Item> {
  match: { context: { site: SiteInfo }; pathname: string };
  loaderData?: Item | undefined;
}

/** The head of an item's page, whose loader returns the item. */
export const itemHead = <Item extends AnyItem>(head: ItemHead<Item>) => {
  const { folder, trail, missing } = head.place;
  return ({ match, loaderData: item }: ItemMatch<Item>) => {
    const { site } = match.context;
    if (!item) return notFoundHead(site, missing, match.pathname);
    const path = head.canonicalOf?.(item) ?? `${folder}/${item.slug}`;
    const name = head.nameOf(item);
    const own = head.jsonLd ? [head.jsonLd(site, item)] : [];
    return pageHead({
      site,
      path,
      title: item.metaTitle || (head.titleFor?.(item) ?? `${name} - ${site.name}`),
      description: item.metaDescription || summaryOf(head.describe(item)),
      noindex: !(head.isPublic?.(item) ?? item.isPublished),
      jsonLd: [...own, breadcrumbLd(site, [...trail, { name, path }])],
      ...(head.type ? { type: head.type } : {}),
      ...(head.canonicalOf ? { cardOf: `${folder}/${item.slug}` } : {}),
    });
  };
};
