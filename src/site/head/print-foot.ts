import type { SiteInfo } from '#site/site-info.ts';

/** A string of a style sheet: whatever could end it is written as its code point. */
const asCssString = (text: string) =>
  `"${text.replace(/[^\w .,:/?&=%+~-]/g, (char) => `\\${char.codePointAt(0)?.toString(16)} `)}"`;

/** What stands in the foot of every printed page: only a style sheet reaches a page's margin. */
export const printFoot = (site: SiteInfo, url: string) =>
  `:root{--print-foot:${asCssString(`${site.name}, ${url}, as of ${site.day}`)}}`;
