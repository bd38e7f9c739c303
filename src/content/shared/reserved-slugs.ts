import { siteList } from '#content/sites.ts';

/** What the server itself answers, and words that nobody means as a page. */
const OWN =
  `admin api auth login logout assets images uploads fonts cards healthz readyz favicon static
   sitemap robots feed llms manifest metrics reset-password search home index undefined null`.split(
    /\s+/,
  );

const firstSegment = (path: string) => path.split('/')[1] ?? '';

/** First segments of paths that belong to the site itself; a page saved there could never open. */
const RESERVED = new Set([
  ...OWN,
  ...siteList.flatMap(({ pages }) => Object.keys(pages).map(firstSegment)),
]);

export const isReservedSlug = (slug: string) => RESERVED.has(slug);
