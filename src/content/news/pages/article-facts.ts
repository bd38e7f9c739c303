import type { Article } from '../news.collection.ts';

export const dateOf = (article: Pick<Article, 'originalPublishedAt' | 'createdAt'>) =>
  article.originalPublishedAt ?? article.createdAt;

export const EDITORS = 'Family Office Editorial Team';

/** Our own illustrations: their ground reaches beyond the frame, and they turn dark with the page. */
export const isDrawing = (url: string) => url.endsWith('.svg');
