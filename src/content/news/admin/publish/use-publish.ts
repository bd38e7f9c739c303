import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, fieldErrorsOf, serverMessage } from '#admin/api/problems.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { sayError } from '#admin/toast.ts';
import { refreshNews } from '#content/news/admin/news-data.ts';
import { sayNews } from '#content/news/admin/news-toast.ts';
import type { Article } from '#content/news/news.collection.ts';
import { ApiError } from '#platform/api-error.ts';

/** What an article lacks before it can be published, and what is wrong with it. */
export interface Holes {
  article: Article;
  errors: FieldErrors;
}

const isTooClose = (error: unknown) => error instanceof ApiError && error.json?.tooClose === true;

/** Publishes, asks for what is missing, and asks before a near-copy goes out. */
export const usePublish = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [holes, setHoles] = useState<Holes | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);
  const isAtWork = useRef(false);

  const send = async (article: Article, isConfirmed: boolean): Promise<void> => {
    const query = isConfirmed ? '?confirm=true' : '';
    const version = article.version;
    await adminSend('POST', `/api/news/${article.id}/publish${query}`, undefined, { version });
  };

  const askAndSend = async (article: Article, error: unknown) => {
    const isSure = await confirm({
      title: 'Too close to the original',
      text: serverMessage(error) ?? 'This text is too close to the original to be published.',
      action: 'Publish anyway',
      tone: 'danger',
    });
    if (isSure) await send(article, true);
    return isSure;
  };

  const attempt = async (article: Article): Promise<boolean> => {
    try {
      await send(article, false);
      return true;
    } catch (error) {
      if (!isTooClose(error)) throw error;
      return askAndSend(article, error);
    }
  };

  const fail = (article: Article, error: unknown) => {
    const errors = fieldErrorsOf(error);
    if (Object.keys(errors).length > 0) {
      setHoles({ article, errors });
      return;
    }
    const isChanged = error instanceof ApiError && error.status === 412;
    if (isChanged) refreshNews(queryClient);
    const said = isChanged ? (serverMessage(error) ?? '') : '';
    sayError(said === '' ? 'Failed to publish article' : `Failed to publish article: ${said}`);
  };

  const publish = async (article: Article): Promise<void> => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setBusyId(article.id);
    try {
      if (await attempt(article)) {
        setHoles(null);
        sayNews('Article Published', article.rewrittenTitle || article.title);
        refreshNews(queryClient);
      }
    } catch (error) {
      fail(article, error);
    } finally {
      isAtWork.current = false;
      setBusyId(null);
    }
  };

  /** Stores what was missing, then tries again. */
  const fillAndPublish = async (article: Article, patch: Partial<Article>): Promise<void> => {
    try {
      const { version } = article;
      const path = `/api/news/${article.id}`;
      const saved = await adminSend<Article>('PUT', path, patch, { version });
      await publish(saved);
    } catch (error) {
      fail({ ...article, ...patch }, error);
    }
  };

  return { publish, holes, close: () => setHoles(null), fillAndPublish, busyId };
};
