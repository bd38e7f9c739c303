import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { changedMessage, serverMessage } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { deleteQuestion, type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { FieldChanges } from '#admin/diff/difference.tsx';
import { changesBetween } from '#admin/history/changes.ts';
import { toastError } from '#admin/toast.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { findMissing } from './editor/article-check.ts';
import { useJobs } from './jobs/use-jobs.ts';
import {
  countArticles,
  type DenseArticle,
  refreshNews,
  sayNews,
  statusCountQuery,
} from './news-data.ts';

const makeSeo = (id: number, query: { preview?: 'true' } = {}) =>
  adminSend('POST', '/api/news/{id}/generate-seo', { params: { id, ...query } });

/** Of no article alone. */
const ALL = 0;

/** Actions of a card and of the list's head, with the spec's words about them. */
const useArticleActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const ask = useAsk();
  const askToRemove = useRemoval(news);
  const [busyId, setBusyId] = useState<number | null>(null);

  /** Whether it came about. */
  const run = async (id: number, work: () => Promise<unknown>, failure: string) => {
    setBusyId(id);
    try {
      const isDone = (await work()) !== false;
      // A card is free again with its new version; the one before would be refused.
      await refreshNews(queryClient);
      return isDone;
    } catch (error) {
      const changed = changedMessage(error);
      toastError(changed ?? failure);
      if (changed) await refreshNews(queryClient);
      return false;
    } finally {
      setBusyId(null);
    }
  };

  /** A near-copy is asked about; false for no. */
  const sendPublish = async (article: DenseArticle) => {
    const { id, version } = article;
    const published = await ask(
      (query) => adminSend('POST', '/api/news/{id}/publish', { params: { id, ...query }, version }),
      titleOf(article),
    );
    return published !== null;
  };

  const publish = (article: DenseArticle) =>
    run(
      article.id,
      async () => {
        if (!(await sendPublish(article))) return false;
        // Fields that readers would miss.
        const warnings = Object.values(findMissing(article));
        sayNews('Article Published', [titleOf(article), ...warnings].join('. '));
        return true;
      },
      'Failed to publish article',
    );

  /** One after another, each with its own question where one is due; failures are told at the end. */
  const publishAll = async (articles: readonly DenseArticle[]): Promise<void> => {
    let done = 0;
    const failed: string[] = [];
    for (const article of articles) {
      try {
        if (await sendPublish(article)) done += 1;
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
      async () => {
        const hasTexts = article.metaTitle || article.metaDescription;
        const made = hasTexts ? await replaceSeo(article) : await makeSeo(article.id);
        if (!made) return;
        sayNews('SEO Generated', `${titleOf(article)}: score ${made.seoScore} of 100`);
      },
      'Failed to generate SEO metadata',
    );

  /** Readers lose it, so that the question shows what uses it. */
  const takeAway = async (
    article: DenseArticle,
    question: Question,
    { send, told, failure }: { send: () => Promise<unknown>; told: string; failure: string },
  ) => {
    const finish = await askToRemove([article], question);
    if (!finish) return;
    const work = async () => {
      await send();
      sayNews(told, titleOf(article));
      await finish();
    };
    await run(article.id, work, failure);
  };

  const remove = (article: DenseArticle) => {
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

  const removeUnpublished = () =>
    run(
      ALL,
      async () => {
        const counts = await Promise.all(
          (['draft', 'rewritten'] as const).map((status) =>
            queryClient.fetchQuery({ ...statusCountQuery(status), staleTime: 0 }),
          ),
        );
        const count = counts.reduce((sum, one) => sum + one, 0);
        if (count === 0) {
          sayNews('Bulk Delete Completed', '0 articles deleted: everything is published');
          return;
        }
        const isSure = await confirm({
          title: 'Delete unpublished articles',
          text: `Are you sure you want to delete ${countArticles(count)} that ${count === 1 ? 'is' : 'are'} not published? Drafts and rewritten articles go to the trash.`,
          action: `Delete ${count}`,
          tone: 'danger',
        });
        if (!isSure) return;
        const { deletedCount } = await adminSend('DELETE', '/api/news/bulk/unpublished');
        sayNews('Bulk Delete Completed', `${countArticles(deletedCount)} deleted`);
      },
      'Failed to bulk delete unpublished articles',
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
