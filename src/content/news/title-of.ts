import type { Article } from './news.collection.ts';

/** The public title of an article: a fetched one may have been given another. */
export const titleOf = ({ title, rewrittenTitle }: Pick<Article, 'title' | 'rewrittenTitle'>) =>
  rewrittenTitle || title;
