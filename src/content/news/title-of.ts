import type { Article } from './news.collection.ts';

/** What an article is called in public: a fetched one may have been given another title. */
export const titleOf = ({ title, rewrittenTitle }: Pick<Article, 'title' | 'rewrittenTitle'>) =>
  rewrittenTitle || title;
