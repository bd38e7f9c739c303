import { asWords } from '#platform/words.ts';
import type { Vendor } from '../vendors.collection.ts';

type Source = Vendor['sources'][number];

/** One document and everything that it stands behind. */
export interface CitedSource {
  fields: string[];
  url: Source['url'];
  note: Source['note'];
}

/** Sources are stored for each fact; a reader wants each document once. */
export const citedSources = (sources: readonly Source[]): CitedSource[] => {
  const cited: CitedSource[] = [];
  for (const { field, url, note } of sources) {
    const words = asWords(field).toLowerCase();
    const existing = cited.find((source) => source.url === url && source.note === note);
    if (!existing) cited.push({ fields: [words], url, note });
    else if (!existing.fields.includes(words)) existing.fields.push(words);
  }
  return cited;
};

const PLAIN_HOST = /^https?:\/\/([a-z0-9.-]+)(?:[/?#]|$)/;

/** A source may also be a path of this site. Most addresses need no parser, and a page has dozens. */
export const hostOf = (url: string): string =>
  PLAIN_HOST.exec(url)?.[1] ?? (URL.canParse(url) ? new URL(url).hostname : url);
