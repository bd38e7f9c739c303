/** First segments of paths that belong to the site itself; a page saved there could never open. */
const RESERVED = new Set(
  `admin api auth login logout assets images uploads fonts cards healthz readyz favicon static
   faq glossary services types features use-cases vendors buyers-guides compare comparisons news
   sitemap robots feed llms manifest reset-password search home index undefined null`.split(/\s+/),
);

export const isReservedSlug = (slug: string) => RESERVED.has(slug);
