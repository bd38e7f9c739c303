import { judgeSeo } from './judge.ts';
import { findKeyphrase } from './keyphrase.ts';
import { cutWords, proposeDescription, proposeTitle, TITLE_MAX } from './propose.ts';
import { readText } from './read-text.ts';

export interface SeoInput {
  title: string;
  /** Markdown. */
  content: string;
  slug?: string | undefined;
  metaTitle?: string | null | undefined;
  metaDescription?: string | null | undefined;
  targetKeyphrase?: string | null | undefined;
  /** Empty when there is an image without a text; left out when there is no image. */
  imageAlt?: string | undefined;
  /** Meta texts of the site's other pages. */
  existing?: { metaTitles?: readonly string[]; metaDescriptions?: readonly string[] } | undefined;
}

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
