import { notFound } from '@tanstack/react-router';
import type { ListPage } from '#client/api-client.ts';
import { type FixedPath, type Folder, hrefTo } from '#client/href-to.ts';
import { stringifySearch } from '#platform/stringify-search.ts';
import {
  breadcrumbLd,
  HOME,
  notFoundHead,
  pageHead,
  type StructuredData,
} from '#site/head/page-head.ts';
import { pageParam, searchReader } from '#site/search-params.ts';
import type { SiteInfo } from '#site/site-info.ts';
import type { FrameInfo } from './page-frame.tsx';

/** A list page's texts, in its head and on the page itself. */
export interface ListInfo extends FrameInfo {
  path: FixedPath;
  description: string;
  /** The document's title where it is not '{title} - {site}'. */
  titleFor?: (site: SiteInfo) => string;
}

export const readPageSearch = searchReader({ page: pageParam });

export type PageSearch = ReturnType<typeof readPageSearch>;

export const hrefOfPage = ({ path }: Pick<ListInfo, 'path'>, search: PageSearch, page: number) =>
  `${path}${stringifySearch({ ...search, page: page > 1 ? page : undefined })}`;

/** One page of a list; a number beyond the last page is no address of ours. */
export const loadPage = async <List extends ListPage<unknown>>(
  request: Promise<List>,
  { page }: PageSearch,
): Promise<List> => {
  const list = await request;
  if (page !== undefined && list.items.length === 0) throw notFound();
  return list;
};

type Linked = { slug: string } & ({ name: string } | { title: string });

export const linksOf = (folder: Folder, items: readonly Linked[]) =>
  items.map((item) => ({
    name: 'name' in item ? item.name : item.title,
    path: hrefTo(`${folder}/$slug`, { slug: item.slug }),
  }));

export interface ListHead<Entry, Search> {
  list: ListInfo;
  jsonLd(
    site: SiteInfo,
    page: { name: string; description: string; path: string },
    entries: readonly Entry[],
  ): StructuredData;
  /** A list that a visitor has narrowed is not indexed. */
  isFiltered?(search: Search): boolean;
}

interface ListMatch<Entry, Search> {
  match: { context: { site: SiteInfo }; search: Search; status: string };
  loaderData?: readonly Entry[] | undefined;
}

/** The head of a list page; its loader returns the structured data's entries. */
export const listHead =
  <Entry, Search extends PageSearch>({ list, jsonLd, isFiltered }: ListHead<Entry, Search>) =>
  ({ match, loaderData: entries }: ListMatch<Entry, Search>) => {
    const { search } = match;
    const { site } = match.context;
    const { title: name, description } = list;
    const path = `${list.path}${stringifySearch({ page: search.page })}`;
    if (match.status === 'notFound') return notFoundHead(site, 'Page Not Found', path);
    return pageHead({
      site,
      path,
      title: list.titleFor?.(site) ?? `${name} - ${site.name}`,
      description,
      noindex: isFiltered?.(search) || (search.page !== undefined && entries?.length === 0),
      jsonLd: [
        jsonLd(site, { name, description, path }, entries ?? []),
        breadcrumbLd(site, [HOME, { name, path: list.path }]),
      ],
    });
  };
