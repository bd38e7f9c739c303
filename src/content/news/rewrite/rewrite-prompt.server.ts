import type { Article } from '#content/news/news.collection.ts';
import type { StyleGuide } from '#content/style-guides/style-guides.collection.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';

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
