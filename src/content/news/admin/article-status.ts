import { type Article, NEWS_STATUSES } from '#content/news/news.collection.ts';
import { counted } from '#platform/words.ts';
import type { BadgeTone } from '#ui/badge.tsx';

type Status = Article['status'];

export const STATUSES: Record<Status, { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draft', tone: 'warn' },
  rewritten: { label: 'Rewritten', tone: 'accent' },
  published: { label: 'Published', tone: 'positive' },
};

export const statusOptions = (statuses: readonly Status[] = NEWS_STATUSES) =>
  statuses.map((value) => ({ value, label: STATUSES[value].label }));

export const countArticles = (count: number) => counted(count, 'article', 'articles');
