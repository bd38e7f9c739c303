import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { questionOf, serverMessage } from '#admin/api/problems.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { sayError } from '#admin/toast.ts';
import { refreshNews } from '#content/news/admin/news-data.ts';
import { sayNews } from '#content/news/admin/news-toast.ts';
import { findMissing } from '#content/news/missing-fields.ts';
import type { Article } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { ApiError } from '#platform/api-error.ts';

/** Publishes, warns of what readers will miss, and asks before a near-copy goes out. */
export const usePublish = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [busyId, setBusyId] = useState<number | null>(null);
  const isAtWork = useRef(false);

  const send = async ({ id, version }: Article, isConfirmed: boolean): Promise<void> => {
    const params = { id, confirm: isConfirmed ? 'true' : 'false' } as const;
    await adminSend('POST', '/api/news/{id}/publish', { params, version });
  };

  const askAndSend = async (article: Article, error: unknown) => {
    const question = questionOf(error);
    if (!question) throw error;
    const isSure = await confirm({ ...question, text: `“${titleOf(article)}”: ${question.text}` });
    if (isSure) await send(article, true);
    return isSure;
  };

  const attempt = async (article: Article): Promise<boolean> => {
    try {
      await send(article, false);
      return true;
    } catch (error) {
      return askAndSend(article, error);
    }
  };

  const fail = (error: unknown) => {
    const isChanged = error instanceof ApiError && error.status === 412;
    if (isChanged) void refreshNews(queryClient);
    const said = isChanged ? (serverMessage(error) ?? '') : '';
    sayError(said === '' ? 'Failed to publish article' : `Failed to publish article: ${said}`);
  };

  const publish = async (article: Article): Promise<void> => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setBusyId(article.id);
    try {
      if (await attempt(article)) {
        const warnings = Object.values(findMissing(article));
        sayNews('Article Published', [titleOf(article), ...warnings].join('. '));
        void refreshNews(queryClient);
      }
    } catch (error) {
      fail(error);
    } finally {
      isAtWork.current = false;
      setBusyId(null);
    }
  };

  /** One after another, each with its own question where one is due; what failed is told at the end. */
  const publishAll = async (articles: readonly Article[]): Promise<void> => {
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
    if (failed.length > 0) sayError(`Failed to publish article: ${failed.join('; ')}`);
    else sayNews('Articles Published', `${done} of ${articles.length} published`);
  };

  return { publish, publishAll, busyId };
};
