import * as z from 'zod';
import type { Article } from '#content/news/news.collection.ts';
import type { StyleGuide } from '#content/style-guides/style-guides.collection.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';

/** The requested fields; we enforce the limits ourselves, so that no model stumbles over them. */
export const rewriteResponse = z.object({
  title: z.string().min(1).describe('New headline, at most 100 characters'),
  content: z
    .string()
    .min(1)
    .describe('The whole rewritten article in Markdown, without the headline'),
  excerpt: z
    .string()
    .min(1)
    .describe('One or two sentences for the list of articles, at most 250 characters'),
  category: z.string().describe('One category'),
  tags: z.array(z.string()).describe('Three to six short tags'),
  metaTitle: z.string().describe('Title for search results, at most 60 characters'),
  metaDescription: z.string().describe('Description for search results, at most 160 characters'),
});

export type RewriteResponse = z.output<typeof rewriteResponse>;

interface PromptParts {
  siteName: string;
  guide: StyleGuide;
  article: Article;
  source: string;
  categories: readonly string[];
}

export const makeRewritePrompt = ({
  siteName,
  guide,
  article,
  source,
  categories,
}: PromptParts) => ({
  system: [
    `You rewrite news articles for ${siteName}.`,
    MATERIAL_RULE,
    'Tell the story in your own words and your own order. Never copy a run of eight or more words except inside quotation marks. Add no facts, names, figures or links that the article does not contain.',
    'Write Markdown without HTML, images or a first-level heading.',
    categories.length > 0
      ? `Choose the category from this list if one fits: ${categories.join('; ')}.`
      : 'Choose a short category.',
    `Style guide "${guide.name}":\n${guide.prompt}`,
  ].join('\n\n'),
  prompt: `Rewrite this article.\n\n${asMaterial(
    [
      `Title: ${article.title}`,
      ...(article.originalPublisher ? [`Publisher: ${article.originalPublisher}`] : []),
      ...(article.originalLanguage ? [`Language: ${article.originalLanguage}`] : []),
      ...(article.originalPublishedAt
        ? [`Published: ${article.originalPublishedAt.slice(0, 10)}`]
        : []),
      '',
      source,
    ].join('\n'),
  )}`,
});
