import type { FileRoutesByPath } from '@tanstack/react-router';
import { stringifySearch } from '#platform/stringify-search.ts';

/** The address of a page as the router has it: '/faq' or '/faq/$slug'. Paths below '/admin/$' are the panel's. */
type PagePath = Exclude<keyof FileRoutesByPath, `${string}/$`>;

type PathWithParam = Extract<PagePath, `${string}$${string}`>;

/** A page that there is one of. */
export type FixedPath = Exclude<PagePath, PathWithParam>;

type ParamOf<P> = P extends `${string}$${infer Name}/${string}`
  ? Name
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

type FolderIn<P> = P extends `${infer Folder}/$slug` ? Folder : never;

/** Where the pages of a type stand: '/faq' of '/faq/$slug'. */
export type Folder = FolderIn<PathWithParam>;

type SearchOf<P extends PagePath> = FileRoutesByPath[P]['preLoaderRoute']['types']['searchSchema'];

/** The address of a page, for a plain anchor. One that the router does not know does not compile. */
export function hrefTo<P extends FixedPath>(
  path: P,
  params?: Record<string, never>,
  search?: SearchOf<P>,
): string;
export function hrefTo<P extends PathWithParam>(
  path: P,
  params: Record<ParamOf<P>, string>,
  search?: SearchOf<P>,
): string;
export function hrefTo(path: string, params: Record<string, string> = {}, search?: object): string {
  const page = path.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return search ? page + stringifySearch(search) : page;
}
