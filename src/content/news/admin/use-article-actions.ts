import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminList, adminSend } from '#admin/api/admin-api.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { sayError } from '#admin/toast.ts';
import type { Article } from '#content/news/news.collection.ts';
import type { SeoResult } from '#modules/seo-generation/analyser.ts';
import { refreshNews } from './news-data.ts';
import { sayNews } from './news-toast.ts';

const titleOf = (article: Article) => article.rewrittenTitle || article.title;

const countOf = (number: number) => `${number} ${number === 1 ? 'article' : 'articles'}`;

const countUnpublished = async (): Promise<number> => {
  const path = (status: string) =>
    `/api/news?include_all_statuses=true&status=${status}&view=card&limit=1`;
  const lists = await Promise.all([adminList(path('draft')), adminList(path('rewritten'))]);
  return lists.reduce((sum, { total }) => sum + total, 0);
};

/** What a card and the head of the list can do, with the spec's words about it. */
export const useArticleActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [busyId, setBusyId] = useState<number | null>(null);

  const run = async (id: number, work: () => Promise<void>, failure: string) => {
    setBusyId(id);
    try {
      await work();
      refreshNews(queryClient);
    } catch {
      sayError(failure);
    } finally {
      setBusyId(null);
    }
  };

  const generateSeo = (article: Article) =>
    run(
      article.id,
      async () => {
        const path = `/api/news/${article.id}/generate-seo`;
        const { seoScore } = await adminSend<SeoResult>('POST', path);
        sayNews('SEO Generated', `${titleOf(article)}: score ${seoScore} of 100`);
      },
      'Failed to generate SEO metadata',
    );

  const remove = async (article: Article) => {
    if (!(await confirm(deleteQuestion(titleOf(article))))) return;
    await run(
      article.id,
      async () => {
        await adminSend('DELETE', `/api/news/${article.id}`);
        sayNews('Article Deleted', titleOf(article));
      },
      'Failed to delete article',
    );
  };

  const removeUnpublished = async () => {
    const failure = 'Failed to bulk delete unpublished articles';
    let count: number;
    try {
      count = await countUnpublished();
    } catch {
      sayError(failure);
      return;
    }
    if (count === 0) {
      sayNews('Bulk Delete Completed', '0 articles deleted: everything is published');
      return;
    }
    const isSure = await confirm({
      title: 'Delete unpublished articles',
      text: `Are you sure you want to delete ${countOf(count)} that ${count === 1 ? 'is' : 'are'} not published? Drafts and rewritten articles go to the trash.`,
      action: `Delete ${count}`,
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      0,
      async () => {
        const answer = await adminSend<{ deletedCount: number }>(
          'DELETE',
          '/api/news/bulk/unpublished',
        );
        sayNews('Bulk Delete Completed', `${countOf(answer.deletedCount)} deleted`);
      },
      failure,
    );
  };

  return { busyId, generateSeo, remove, removeUnpublished };
};
