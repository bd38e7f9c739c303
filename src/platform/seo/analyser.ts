import { judgeSeo } from './judge.ts';
import { findKeyphrase } from './keyphrase.ts';
import { cutWords, proposeDescription, proposeTitle, TITLE_MAX } from './propose.ts';
import { readText } from './read-text.ts';
import type { SeoInput } from './seo-input.ts';

export interface SeoResult {
  metaTitle: string;
  metaDescription: string;
  focusKeyphrase: string;
  /** 0 to 100. */
  seoScore: number;
  suggestions: string[];
}

/** Proposes what is missing and judges the whole; the same in the browser and on the server. */
export const analyseSeo = (input: SeoInput): SeoResult => {
  const text = readText(input.content);
  const focusKeyphrase = input.targetKeyphrase?.trim() || findKeyphrase(input.title, text.plain);
  const metaTitle = input.metaTitle?.trim()
    ? cutWords(input.metaTitle, TITLE_MAX)
    : proposeTitle(input.title, focusKeyphrase);
  const metaDescription = proposeDescription(input.metaDescription?.trim() || '', text);
  const { seoScore, suggestions } = judgeSeo({
    input,
    text,
    focusKeyphrase,
    metaTitle,
    metaDescription,
  });
  return { metaTitle, metaDescription, focusKeyphrase, seoScore, suggestions };
};
