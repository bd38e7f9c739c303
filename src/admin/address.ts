import { useLocation, useRouter } from '@tanstack/react-router';
import type { CollectionName } from '#client/api-calls.ts';
import { stringifySearch } from '#platform/stringify-search.ts';
import type { OwnTab } from './own-tabs.ts';

/** A tab by its name, or the collection (or address) that has it. */
type Tab = OwnTab | CollectionName | { readonly name: string };

export type AdminSearch = Record<string, string>;

export interface AdminAddress {
  /** The first part after /admin: a tab's name, or '' for the first tab. */
  tab: string;
  /** After the tab: an id, 'new', or nothing. */
  rest: string;
  /** The item's writing page: 'faq/12/write'. */
  isWriting: boolean;
  search: AdminSearch;
  /** The talk about the item stands open: 'open', or the id of a comment. No list carries it on to its next item. */
  comments: string;
}

const ROOT = '/admin';

export const readAddress = (pathname: string, search: Record<string, unknown>): AdminAddress => {
  const [tab = '', ...rest] = pathname.slice(ROOT.length).split('/').filter(Boolean);
  const texts = Object.entries(search).flatMap(([key, value]) => {
    const text = [value].flat()[0];
    return text === undefined || text === null || text === '' ? [] : [[key, String(text)]];
  });
  const isWriting = rest.length > 1 && rest.at(-1) === 'write';
  const item = isWriting ? rest.slice(0, -1) : rest;
  const { comments = '', ...kept }: AdminSearch = Object.fromEntries(texts);
  return { tab, rest: item.join('/'), isWriting, search: kept, comments };
};

/** '/admin/faq/12?q=tax': an address of the panel; empty values are left out. */
export const adminHref = (
  tab: Tab,
  rest: string | number = '',
  search: Record<string, string | undefined> = {},
): string => {
  const name = typeof tab === 'string' ? tab : tab.name;
  const path = [ROOT, name, String(rest)].filter((part) => part !== '').join('/');
  return path + stringifySearch(search);
};

/** The pages of a tab's list; the first one needs no number. */
export const pageHref = (tab: Tab, search: AdminSearch) => (page: number) =>
  adminHref(tab, '', { ...search, page: page > 1 ? String(page) : '' });

interface GoToOptions {
  replace?: boolean;
  /** The open form stays as it is, so its unsaved text raises no question. */
  isSameForm?: boolean;
}

/** Where in the panel the browser is, and how to go elsewhere. */
export const useAdminAddress = () => {
  const router = useRouter();
  const { pathname, search } = useLocation();
  const address = readAddress(pathname, search as Record<string, unknown>);

  const goTo = (href: string, options: GoToOptions = {}) =>
    router.navigate({
      href,
      replace: options.replace ?? false,
      resetScroll: false,
      ignoreBlocker: options.isSameForm ?? false,
    });

  /** Changes parts of the query and keeps the rest: of where the browser is by then, since typing is heard late. */
  const changeSearch = (
    patch: Record<string, string | undefined>,
    tab: Tab = { name: address.tab },
  ) => {
    const { latestLocation: now } = router;
    const current = readAddress(now.pathname, now.search as Record<string, unknown>);
    const place = current.isWriting ? `${current.rest}/write` : current.rest;
    const href = adminHref(tab, place, { ...current.search, ...patch });
    return goTo(href, { replace: true });
  };

  return { ...address, goTo, changeSearch };
};
