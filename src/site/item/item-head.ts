import type { Folder } from '#client/href-to.ts';
import {
  absentHead,
  breadcrumbLd,
  type Crumb,
  notFoundHead,
  pageHead,
  type StructuredData,
  summaryOf,
} from '#site/head/page-head.ts';
import { withoutPlaceholder } from '#site/placeholders.ts';
import type { SiteInfo } from '#site/site-info.ts';

/** A type's folder, and the trail to it. */
export interface ItemPlace {
  folder: Folder;
  trail: readonly Crumb[];
  /** The heading of the screen for an item that is not there. */
  missing: string;
  /** Where a row of the specification shows that screen for a failed call too. */
  isMissingOnError?: true;
}

export interface AnyItem {
  slug: string;
  metaTitle: string | null;
  metaDescription: string | null;
  isPublished?: boolean;
}

export interface ItemHead<Item> {
  place: ItemPlace;
  nameOf(item: Item): string;
  /** Replaces a missing description. */
  describe(item: Item): string;
  /** The address that search engines keep, where it is not the page's own. */
  canonicalOf?(item: Item): string;
  /** By `isPublished`, where the type knows no other. */
  isPublic?(item: Item): boolean;
  /** The document's title where it is not '{name} - {site}'. */
  titleFor?(item: Item, site: SiteInfo): string;
  type?: 'article';
  /** Besides the breadcrumbs. */
  jsonLd?(site: SiteInfo, item: Item): StructuredData;
}

interface ItemMatch<Item> {
  match: { context: { site: SiteInfo }; pathname: string; status: string };
  loaderData?: Item | undefined;
}

export const itemHead = <Item extends AnyItem>(head: ItemHead<Item>) => {
  const { folder, trail, missing, isMissingOnError } = head.place;
  return ({ match, loaderData: item }: ItemMatch<Item>) => {
    const { site } = match.context;
    if (!item && isMissingOnError) return notFoundHead(site, missing, match.pathname);
    if (!item) return absentHead(match, missing);
    const path = head.canonicalOf?.(item) ?? `${folder}/${item.slug}`;
    const name = head.nameOf(item);
    const own = head.jsonLd ? [head.jsonLd(site, item)] : [];
    return pageHead({
      site,
      path,
      title:
        withoutPlaceholder(item.metaTitle) ??
        head.titleFor?.(item, site) ??
        `${name} - ${site.name}`,
      description: withoutPlaceholder(item.metaDescription) ?? summaryOf(head.describe(item)),
      noindex: !(head.isPublic?.(item) ?? item.isPublished),
      jsonLd: [...own, breadcrumbLd(site, [...trail, { name, path }])],
      ...(head.type ? { type: head.type } : {}),
      ...(head.canonicalOf ? { cardOf: `${folder}/${item.slug}` } : {}),
    });
  };
};
