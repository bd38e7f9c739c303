import type { FileRoutesByPath } from '@tanstack/react-router';

/** The address of a page as the router has it: '/faq' or '/faq/$slug'. */
type PagePath = keyof FileRoutesByPath;

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

/** The address of a page, for a plain anchor. One that the router does not know does not compile. */
export function hrefTo(path: FixedPath): string;
export function hrefTo<P extends PathWithParam>(
  path: P,
  params: Record<ParamOf<P>, string>,
): string;
export function hrefTo(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
