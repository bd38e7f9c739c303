import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { toastError } from '#admin/toast.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import type { SeoResult } from '#platform/seo/analyser.ts';
import { MetaChanges } from './meta-changes.tsx';
import { type DenseArticle, refreshNews, sayNews, statusCountQuery } from './news-data.ts';

const countOf = (number: number) => `${number} ${number === 1 ? 'article' : 'articles'}`;

const makeSeo = (id: number, query: { preview?: 'true' } = {}) =>
  adminSend('POST', '/api/news/{id}/generate-seo', { params: { id, ...query } });

/** Actions of a card and of the list's head, with the spec's words about them. */
export const useArticleActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const askToRemove = useRemoval(news);
  const [busyId, setBusyId] = useState<number | null>(null);

  const run = async (id: number, work: () => Promise<void>, failure: string) => {
    setBusyId(id);
    try {
      await work();
      // A card is free again with its new version; the one before would be refused.
      await refreshNews(queryClient);
    } catch (error) {
      const changed = changedMessage(error);
      toastError(changed ?? failure);
      if (changed) await refreshNews(queryClient);
    } finally {
      setBusyId(null);
    }
  };

  const tellSeo = (article: Article, { seoScore }: SeoResult) =>
    sayNews('SEO Generated', `${titleOf(article)}: score ${seoScore} of 100`);

  /** Existing meta texts are replaced only after the editor has seen both versions. */
  const proposeSeo = async (article: Article) => {
    const made = await makeSeo(article.id, { preview: 'true' });
    const isSure = await confirm({
      title: 'Replace the meta texts?',
      text: `“${titleOf(article)}” has meta texts already.`,
      action: 'Apply',
      details: <MetaChanges article={article} made={made} />,
    });
    if (!isSure) return;
    const { metaTitle, metaDescription } = made;
    const { id, version } = article;
    await adminSend('PUT', '/api/news/{id}', {
      params: { id },
      version,
      body: { metaTitle, metaDescription },
    });
    tellSeo(article, made);
  };

  const generateSeo = (article: Article) =>
    run(
      article.id,
      async () => {
        if (article.metaTitle || article.metaDescription) await proposeSeo(article);
        else tellSeo(article, await makeSeo(article.id));
      },
      'Failed to generate SEO metadata',
    );

  const remove = async (article: DenseArticle) => {
    const finish = await askToRemove([{ ...article }], deleteQuestion(titleOf(article)));
    if (!finish) return;
    const { id, version } = article;
    await run(
      id,
      async () => {
        await adminSend('DELETE', '/api/news/{id}', { params: { id }, version });
        sayNews('Article Deleted', titleOf(article));
        await finish();
      },
      'Failed to delete article',
    );
  };

  const unpublish = async (article: Article) => {
    const finish = await askToRemove([{ ...article }], {
      title: 'Unpublish',
      text: `Unpublish "${titleOf(article)}"?`,
      action: 'Unpublish',
    });
    if (!finish) return;
    const { id, version, isRewritten } = article;
    await run(
      id,
      async () => {
        const status = isRewritten ? 'rewritten' : 'draft';
        await adminSend('PUT', '/api/news/{id}', { params: { id }, version, body: { status } });
        sayNews('Article Unpublished', titleOf(article));
        await finish();
      },
      'Failed to update article',
    );
  };

  const removeUnpublished = async () => {
    const failure = 'Failed to bulk delete unpublished articles';
    let count: number;
    try {
      const [drafts, rewritten] = await Promise.all(
        (['draft', 'rewritten'] as const).map((status) =>
          queryClient.fetchQuery({ ...statusCountQuery(status), staleTime: 0 }),
        ),
      );
      count = (drafts ?? 0) + (rewritten ?? 0);
    } catch {
      toastError(failure);
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
        const response = await adminSend('DELETE', '/api/news/bulk/unpublished');
        sayNews('Bulk Delete Completed', `${countOf(response.deletedCount)} deleted`);
      },
      failure,
    );
  };

  return { busyId, generateSeo, remove, unpublish, removeUnpublished };
};
