import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { toast, toastError, toastOutcome } from '#admin/toast.ts';
import { restoreItem } from '#admin/trash/restore-item.ts';
import { news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { type DenseArticle, refreshNews } from '../news-data.ts';
import type { NewsDesk } from '../use-article-actions.tsx';

const UNDO_MS = 10_000;
/** The list is read anew when the keys rest, or when this little of it is left. */
const REST_MS = 1500;
const FEW = 8;

const keyOf = ({ id, version }: DenseArticle) => `${id}/${version}`;

/** Decisions one after another: a decided row goes at once, and the server is told meanwhile. */
export const useTriage = (
  items: readonly DenseArticle[],
  publish: NewsDesk['actions']['publish'],
) => {
  const queryClient = useQueryClient();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastDeleted = useRef<DenseArticle | null>(null);
  const left = items.filter((article) => !decided.has(keyOf(article)));
  useEffect(() => () => clearTimeout(rest.current), []);

  const hide = (article: DenseArticle, isHidden: boolean) =>
    setDecided((before) => {
      const own = new Set([keyOf(article)]);
      return isHidden ? before.union(own) : before.difference(own);
    });

  const refreshSoon = () => {
    clearTimeout(rest.current);
    const wait = left.length <= FEW ? 0 : REST_MS;
    rest.current = setTimeout(() => void refreshNews(queryClient), wait);
  };

  /** One after another, so that an undo comes after its delete. */
  const send = (next: () => Promise<unknown>) => {
    work.current = work.current.then(next, next).finally(refreshSoon);
  };

  const undo = (article = lastDeleted.current) => {
    if (!article) return;
    lastDeleted.current = null;
    send(async () => {
      const done = `${titleOf(article)}: back in the list`;
      const isBack = await toastOutcome(() => restoreItem(news.name, article.id), done);
      if (isBack) hide(article, false);
    });
  };

  /** Without a question: what is not published only goes to the trash. */
  const remove = (article: DenseArticle) => {
    hide(article, true);
    lastDeleted.current = article;
    toast({
      title: 'Article Deleted',
      description: titleOf(article),
      duration: UNDO_MS,
      action: { label: 'Undo', altText: 'Press U', onClick: () => undo(article) },
    });
    const { id, version } = article;
    send(async () => {
      try {
        await adminSend('DELETE', '/api/news/{id}', { params: { id }, version });
      } catch (error) {
        hide(article, false);
        toastError(changedMessage(error) ?? `Failed to delete article: ${titleOf(article)}`);
      }
    });
  };

  return {
    left,
    remove,
    undo: () => undo(),
    publish: (article: DenseArticle) => {
      hide(article, true);
      send(async () => {
        if (!(await publish(article))) hide(article, false);
      });
    },
  };
};
