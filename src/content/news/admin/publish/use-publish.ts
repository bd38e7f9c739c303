import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { toastError } from '#admin/toast.ts';
import { findMissing } from '#content/news/admin/editor/article-check.ts';
import { refreshNews, sayNews } from '#content/news/admin/news-data.ts';
import type { Article } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { ApiError } from '#platform/api-error.ts';

export type Publishable = Pick<
  Article,
  'id' | 'version' | 'title' | 'rewrittenTitle' | 'excerpt' | 'imageUrl' | 'imageAlt'
>;

/** Publishes, warns of missing fields, and asks before a near-copy goes out. */
export const usePublish = () => {
  const queryClient = useQueryClient();
  const ask = useAsk();
  const [busyId, setBusyId] = useState<number | null>(null);
  const isAtWork = useRef(false);

  /** Whether it came about. */
  const attempt = async (article: Publishable): Promise<boolean> => {
    const { id, version } = article;
    const published = await ask(
      (query) => adminSend('POST', '/api/news/{id}/publish', { params: { id, ...query }, version }),
      titleOf(article),
    );
    return published !== null;
  };

  const fail = (error: unknown) => {
    const isChanged = error instanceof ApiError && error.status === 412;
    if (isChanged) void refreshNews(queryClient);
    const said = isChanged ? (serverMessage(error) ?? '') : '';
    toastError(said === '' ? 'Failed to publish article' : `Failed to publish article: ${said}`);
  };

  const publish = async (article: Publishable): Promise<boolean> => {
    if (isAtWork.current) return false;
    isAtWork.current = true;
    setBusyId(article.id);
    try {
      const isDone = await attempt(article);
      if (isDone) {
        const warnings = Object.values(findMissing(article));
        sayNews('Article Published', [titleOf(article), ...warnings].join('. '));
        void refreshNews(queryClient);
      }
      return isDone;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      isAtWork.current = false;
      setBusyId(null);
    }
  };

  /** One after another, each with its own question where one is due; failures are told at the end. */
  const publishAll = async (articles: readonly Publishable[]): Promise<void> => {
    if (isAtWork.current || articles.length === 0) return;
    isAtWork.current = true;
    let done = 0;
    const failed: string[] = [];
    for (const article of articles) {
      try {
        if (await attempt(article)) done += 1;
      } catch (error) {
        failed.push(`${titleOf(article)} (${serverMessage(error) ?? 'no answer'})`);
      }
    }
    isAtWork.current = false;
    void refreshNews(queryClient);
    if (failed.length > 0) toastError(`Failed to publish article: ${failed.join('; ')}`);
    else sayNews('Articles Published', `${done} of ${articles.length} published`);
  };

  return { publish, publishAll, busyId };
};

export type Publishing = ReturnType<typeof usePublish>;
