import { countWords } from '#platform/text/count-words.ts';
import { findKeyphrase } from '#platform/text/keyphrase.ts';
import { type ReadText, readText } from '#platform/text/read-text.ts';
import {
  cutWords,
  DESCRIPTION_MAX,
  DESCRIPTION_MIN,
  proposeDescription,
  proposeTitle,
  TITLE_MAX,
  TITLE_MIN,
} from './propose.ts';

export interface SeoInput {
  title: string;
  content: string;
  /** How the main text begins, where `content` has other texts before it. */
  lead?: string | undefined;
  slug?: string | undefined;
  metaTitle?: string | null | undefined;
  metaDescription?: string | null | undefined;
  targetKeyphrase?: string | null | undefined;
  /** Empty when there is an image without a text; left out when there is no image. */
  imageAlt?: string | undefined;
  existing?: { metaTitles?: readonly string[]; metaDescriptions?: readonly string[] } | undefined;
}

interface SeoTexts {
  metaTitle: string;
  metaDescription: string;
  focusKeyphrase: string;
}

interface Judged extends SeoTexts {
  input: SeoInput;
  text: ReadText;
}

/** One thing looked at: how much it weighs, how much of it is reached (0 to 1), what to do. */
interface Finding {
  weight: number;
  reached: number;
  advice: string;
}

const normal = (text: string) =>
  ` ${text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const holds = (text: string, phrase: string) =>
  phrase !== '' && normal(text).includes(normal(phrase));

const between = (value: number, low: number, high: number) => {
  if (value >= low && value <= high) return 1;
  return value > 0 && value < low ? value / low / 2 : 0;
};

const judgeMeta = ({ metaTitle, metaDescription, input }: Judged): Finding[] => {
  const titles = (input.existing?.metaTitles ?? []).map(normal);
  const descriptions = (input.existing?.metaDescriptions ?? []).map(normal);
  return [
    {
      weight: 10,
      reached: between(metaTitle.length, TITLE_MIN, TITLE_MAX),
      advice: `The meta title has ${metaTitle.length} characters: aim for 50-60.`,
    },
    {
      weight: 10,
      reached: between(metaDescription.length, DESCRIPTION_MIN, DESCRIPTION_MAX),
      advice: `The meta description has ${metaDescription.length} characters: aim for 150-160.`,
    },
    {
      weight: 5,
      reached: titles.includes(normal(metaTitle)) ? 0 : 1,
      advice: 'Another page of the site has the same meta title: make this one different.',
    },
    {
      weight: 5,
      reached: descriptions.includes(normal(metaDescription)) ? 0 : 1,
      advice: 'Another page of the site has the same meta description: make this one different.',
    },
  ];
};

const judgeKeyphrase = ({ input, text, ...texts }: Judged): Finding[] => {
  const { focusKeyphrase: phrase, metaTitle, metaDescription } = texts;
  if (phrase === '') return [];
  const times = normal(text.plain).split(normal(phrase)).length - 1;
  const share = text.words > 0 ? (times * countWords(phrase)) / text.words : 0;
  const { firstParagraph } = input.lead ? readText(input.lead) : text;
  const inSlug = holds((input.slug ?? '').replaceAll('-', ' '), phrase);
  return [
    {
      weight: 15,
      reached: holds(metaTitle, phrase) ? 1 : holds(input.title, phrase) ? 0.6 : 0,
      advice: `Use the keyphrase "${phrase}" in the title and the meta title.`,
    },
    {
      weight: 10,
      reached: holds(firstParagraph, phrase) ? 1 : 0,
      advice: `Use the keyphrase "${phrase}" in the first paragraph.`,
    },
    {
      weight: 5,
      reached: holds(metaDescription, phrase) ? 1 : 0,
      advice: `Use the keyphrase "${phrase}" in the meta description.`,
    },
    ...(input.slug === undefined
      ? []
      : [
          {
            weight: 5,
            reached: inSlug ? 1 : 0,
            advice: `Use the keyphrase "${phrase}" in the slug.`,
          },
        ]),
    {
      weight: 5,
      reached: times >= 2 && share <= 0.05 ? 1 : times > 0 ? 0.5 : 0,
      advice:
        share > 0.05
          ? `The keyphrase "${phrase}" stands in the text too often: replace some of its ${times} uses.`
          : `Use the keyphrase "${phrase}" at least twice in the text.`,
    },
  ];
};

const judgeText = ({ input, text }: Judged): Finding[] => {
  const { sentences } = text;
  const inSentences = sentences.reduce((sum, words) => sum + words, 0);
  const average = inSentences / Math.max(1, sentences.length);
  const long = sentences.filter((words) => words > 25).length / Math.max(1, sentences.length);
  const wanted = Math.floor(text.words / 300);
  return [
    {
      weight: 10,
      reached: Math.min(1, text.words / 300),
      advice: `The text has ${text.words} words: 300 or more tell search engines what it is about.`,
    },
    {
      weight: 10,
      reached: average <= 20 && long <= 0.3 ? 1 : average <= 25 ? 0.5 : 0,
      advice: `Shorten long sentences: they have ${Math.round(average)} words on average, aim for 20 or fewer.`,
    },
    {
      weight: 5,
      reached: text.longestParagraph <= 150 ? 1 : 0,
      advice: `Split the longest paragraph: it has ${text.longestParagraph} words, aim for 150 or fewer.`,
    },
    {
      weight: 10,
      reached: wanted === 0 ? 1 : Math.min(1, text.headings.length / wanted),
      advice: 'Add subheadings: one for every 300 words.',
    },
    {
      weight: 5,
      reached: text.internalLinks > 0 ? 1 : 0,
      advice: 'Link to at least one other page of this site.',
    },
    {
      weight: 5,
      reached: text.externalLinks + text.internalLinks > 1 ? 1 : text.externalLinks > 0 ? 0.6 : 0,
      advice: 'Link to a source or a further page.',
    },
    ...(input.imageAlt === undefined
      ? []
      : [
          {
            weight: 5,
            reached:
              input.imageAlt.trim() === '' ? 0 : between(input.imageAlt.length, 50, 125) || 0.5,
            advice: 'Describe the image in its alt text, in 50-125 characters.',
          },
        ]),
  ];
};

const GOOD = 0.99;

/** The share of all points that is reached, and what would gain most, first. */
const judgeSeo = (judged: Judged): { seoScore: number; suggestions: string[] } => {
  const findings = [...judgeMeta(judged), ...judgeKeyphrase(judged), ...judgeText(judged)];
  const possible = findings.reduce((sum, finding) => sum + finding.weight, 0);
  const reached = findings.reduce((sum, finding) => sum + finding.weight * finding.reached, 0);
  const suggestions = findings
    .filter((finding) => finding.reached < GOOD)
    .sort((a, b) => b.weight * (1 - b.reached) - a.weight * (1 - a.reached))
    .map((finding) => finding.advice);
  return { seoScore: Math.round((reached / possible) * 100), suggestions };
};

export interface SeoResult extends SeoTexts {
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
  const texts = { metaTitle, metaDescription, focusKeyphrase };
  return { ...texts, ...judgeSeo({ ...texts, input, text }) };
};
