import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { deleteQuestion, type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useRemoval } from '#admin/confirm/use-removal.tsx';
import { Difference } from '#admin/diff/difference.tsx';
import { toastError } from '#admin/toast.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import type { SeoResult } from '#platform/seo/analyser.ts';
import { countArticles } from './article-status.ts';
import { type DenseArticle, refreshNews, sayNews, statusCountQuery } from './news-data.ts';
import { usePublish } from './publish/use-publish.ts';
import { useRewrites } from './rewrites/use-rewrites.ts';

const makeSeo = (id: number, query: { preview?: 'true' } = {}) =>
  adminSend('POST', '/api/news/{id}/generate-seo', { params: { id, ...query } });

/** Actions of a card and of the list's head, with the spec's words about them. */
const useArticleActions = () => {
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
      text: `Are you sure you want to delete ${countArticles(count)} that ${count === 1 ? 'is' : 'are'} not published? Drafts and rewritten articles go to the trash.`,
      action: `Delete ${count}`,
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      0,
      async () => {
        const response = await adminSend('DELETE', '/api/news/bulk/unpublished');
        sayNews('Bulk Delete Completed', `${countArticles(response.deletedCount)} deleted`);
      },
      failure,
    );
  };

  return { busyId, generateSeo, remove, unpublish, removeUnpublished };
};

/** All that is done with articles, for the screens of the desk. */
export const useNewsDesk = () => ({
  rewrites: useRewrites(),
  publishing: usePublish(),
  actions: useArticleActions(),
});

export type NewsDesk = ReturnType<typeof useNewsDesk>;

interface MetaChangesProps {
  article: Article;
  made: SeoResult;
}

/** The meta texts as they are and as they would be. */
function MetaChanges({ article, made }: MetaChangesProps) {
  const rows = [
    { label: 'Meta title', before: article.metaTitle, after: made.metaTitle },
    { label: 'Meta description', before: article.metaDescription, after: made.metaDescription },
  ];
  return (
    <div className="mt-4 grid gap-3">
      {rows.map(({ label, before, after }) => (
        <div key={label}>
          <h3 className="mb-1 font-sans text-xs font-medium text-soft">{label}</h3>
          <Difference before={before ?? ''} after={after} />
        </div>
      ))}
      <p className="text-xs text-faint">Score {made.seoScore} of 100 with these texts.</p>
    </div>
  );
}
