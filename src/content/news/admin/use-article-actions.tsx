import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { changedMessage, serverMessage } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { deleteQuestion, type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { FieldChanges } from '#admin/diff/difference.tsx';
import { changesBetween } from '#admin/history/changes.ts';
import { type Done, toastError } from '#admin/toast.ts';
import { useRun } from '#admin/use-action.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { findMissing } from './editor/article-check.ts';
import { useJobs } from './jobs/use-jobs.ts';
import {
  countArticles,
  type ListedArticle,
  refreshNews,
  sayNews,
  statusCountQuery,
} from './news-data.ts';

const makeSeo = (id: number, query: { preview?: 'true' } = {}) =>
  adminSend('POST', '/api/news/{id}/generate-seo', { params: { id, ...query } });

/** Of no article alone. */
const ALL = 0;

/** The outcome of an action on an article, in the spec's words. */
const say = (title: string, article: ListedArticle, more = '') => ({
  title,
  description: titleOf(article) + more,
});

/** Actions of a card and of the list's head, with the spec's words about them. */
const useArticleActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const ask = useAsk();
  const askToRemove = useRemoval(news);
  const [busyId, setBusyId] = useState<number | null>(null);
  // A card is free again with its new version; the one before would be refused.
  const { run: runAndTell } = useRun(() => refreshNews(queryClient));

  /** Whether it came about. */
  const run = async <T,>(id: number, failure: string, work: () => Promise<T>, done: Done<T>) => {
    setBusyId(id);
    const isDone = await runAndTell(work, done, (error) => changedMessage(error) ?? failure);
    setBusyId(null);
    return isDone;
  };

  /** A near-copy is asked about; null for no. */
  const sendPublish = (article: ListedArticle) => {
    const { id, version } = article;
    return ask(
      (query) => adminSend('POST', '/api/news/{id}/publish', { params: { id, ...query }, version }),
      titleOf(article),
    );
  };

  const publish = (article: ListedArticle) =>
    run(
      article.id,
      'Failed to publish article',
      () => sendPublish(article),
      // Fields that readers would miss.
      () =>
        say(
          'Article Published',
          article,
          Object.values(findMissing(article))
            .map((warning) => `. ${warning}`)
            .join(''),
        ),
    );

  /** One after another, each with its own question where one is due; failures are told at the end. */
  const publishAll = async (articles: readonly ListedArticle[]): Promise<void> => {
    let done = 0;
    const failed: string[] = [];
    for (const article of articles) {
      try {
        if ((await sendPublish(article)) !== null) done += 1;
      } catch (error) {
        failed.push(`${titleOf(article)} (${serverMessage(error) ?? 'no answer'})`);
      }
    }
    void refreshNews(queryClient);
    if (failed.length > 0) toastError(`Failed to publish article: ${failed.join('; ')}`);
    else sayNews('Articles Published', `${done} of ${articles.length} published`);
  };

  /** Existing meta texts are replaced only after the editor has seen both versions. */
  const replaceSeo = async (article: Article) => {
    const { id, version } = article;
    const made = await makeSeo(id, { preview: 'true' });
    const body = { metaTitle: made.metaTitle, metaDescription: made.metaDescription };
    const isSure = await confirm({
      title: 'Replace the meta texts?',
      text: `“${titleOf(article)}” has meta texts already.`,
      action: 'Apply',
      details: (
        <div className="mt-4 grid gap-3">
          <FieldChanges changes={changesBetween(news, article, { ...article, ...body })} />
          <p className="text-xs text-faint">Score {made.seoScore} of 100 with these texts.</p>
        </div>
      ),
    });
    if (!isSure) return null;
    await adminSend('PUT', '/api/news/{id}', { params: { id }, version, body });
    return made;
  };

  const generateSeo = (article: Article) =>
    run(
      article.id,
      'Failed to generate SEO metadata',
      () =>
        article.metaTitle || article.metaDescription ? replaceSeo(article) : makeSeo(article.id),
      (made) => say('SEO Generated', article, `: score ${made?.seoScore} of 100`),
    );

  /** Readers lose it, so that the question shows what uses it. */
  const takeAway = async (
    article: ListedArticle,
    question: Question,
    { send, told, failure }: { send: () => Promise<unknown>; told: string; failure: string },
  ) => {
    const finish = await askToRemove([article], question);
    if (!finish) return;
    const work = () => send().then(() => finish());
    await run(article.id, failure, work, () => say(told, article));
  };

  const remove = (article: ListedArticle) => {
    const { id, version } = article;
    return takeAway(article, deleteQuestion(titleOf(article)), {
      send: () => adminSend('DELETE', '/api/news/{id}', { params: { id }, version }),
      told: 'Article Deleted',
      failure: 'Failed to delete article',
    });
  };

  const unpublish = (article: Article) => {
    const { id, version } = article;
    const text = `Unpublish "${titleOf(article)}"?`;
    const body = { status: article.isRewritten ? 'rewritten' : 'draft' } as const;
    return takeAway(
      article,
      { title: 'Unpublish', text, action: 'Unpublish' },
      {
        send: () => adminSend('PUT', '/api/news/{id}', { params: { id }, version, body }),
        told: 'Article Unpublished',
        failure: 'Failed to update article',
      },
    );
  };

  const sendRemoveUnpublished = async () => {
    const counts = await Promise.all(
      (['draft', 'rewritten'] as const).map((status) =>
        queryClient.fetchQuery({ ...statusCountQuery(status), staleTime: 0 }),
      ),
    );
    const count = counts.reduce((sum, one) => sum + one, 0);
    if (count === 0) return '0 articles deleted: everything is published';
    const isSure = await confirm({
      title: 'Delete unpublished articles',
      text: `Are you sure you want to delete ${countArticles(count)} that ${count === 1 ? 'is' : 'are'} not published? Drafts and rewritten articles go to the trash.`,
      action: `Delete ${count}`,
      tone: 'danger',
    });
    if (!isSure) return null;
    const { deletedCount } = await adminSend('DELETE', '/api/news/bulk/unpublished');
    return `${countArticles(deletedCount)} deleted`;
  };

  const removeUnpublished = () =>
    run(
      ALL,
      'Failed to bulk delete unpublished articles',
      sendRemoveUnpublished,
      (description) => ({ title: 'Bulk Delete Completed', description }),
    );

  return {
    busyId,
    isDeletingAll: busyId === ALL,
    publish,
    publishAll,
    generateSeo,
    remove,
    unpublish,
    removeUnpublished,
  };
};

/** All that is done with articles, for the screens of the desk. */
export const useNewsDesk = () => ({ jobs: useJobs(), actions: useArticleActions() });

export type NewsDesk = ReturnType<typeof useNewsDesk>;
