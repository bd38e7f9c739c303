import { siteList } from '#content/sites.ts';

/** What the server itself answers, and words that nobody means as a page. */
const OWN =
  `admin api auth login logout assets images uploads fonts cards healthz readyz favicon static
   sitemap robots feed llms manifest metrics reset-password search home index undefined null`.split(
    /\s+/,
  );

/** The words below a folder at which a page of the site stands; an item saved there could never open. */
export const pageWordsBelow = (folder: string): string[] =>
  siteList
    .flatMap(({ pages }) => Object.keys(pages))
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1).split('/')[0] ?? '')
    .filter((word) => !word.startsWith('$'));

/** First segments of paths that belong to the site itself. */
const RESERVED = new Set([...OWN, ...pageWordsBelow('')]);

export const isReservedSlug = (slug: string) => RESERVED.has(slug);
