import type { TypeSite } from '#site/type-site.ts';

/** Paths of the server itself, and words never meant as a page. */
const OWN =
  `admin api auth changes login logout assets images uploads fonts cards healthz readyz favicon static
   sitemap robots feed llms manifest mcp metrics reset-password vendor-word search home index undefined null`.split(
    /\s+/,
  );

/** The words below a folder at which a page of the site stands; an item saved there could never open. */
export const pageWordsBelow = (folder: string, sites: readonly TypeSite[]): string[] =>
  sites
    .flatMap(({ pages }) => Object.keys(pages))
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1).split('/')[0] ?? '')
    .filter((word) => !word.startsWith('$'));

/** Tells the first segments of paths that belong to the site itself. */
export const createReservedCheck = (sites: readonly TypeSite[]) => {
  const reserved = new Set([...OWN, ...pageWordsBelow('', sites)]);
  return (slug: string) => reserved.has(slug);
};

export type ReservedCheck = ReturnType<typeof createReservedCheck>;
