import type { Article } from '../news.collection.ts';

export const titleOf = (article: Pick<Article, 'title' | 'rewrittenTitle'>) =>
  article.rewrittenTitle || article.title;

export const dateOf = (article: Pick<Article, 'originalPublishedAt' | 'createdAt'>) =>
  article.originalPublishedAt ?? article.createdAt;
