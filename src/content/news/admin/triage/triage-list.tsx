import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { useRowKeys } from '#admin/keys/use-row-keys.ts';
import { useSelection } from '#admin/list/use-selection.ts';
import { useMay, useMayChange } from '#admin/may.tsx';
import { toastError } from '#admin/toast.ts';
import { news } from '#content/news/news.collection.ts';
import { ListFrame } from '../article-list.tsx';
import { FULL } from '../jobs/use-jobs.ts';
import { countArticles, type DenseArticle, denseQuery, readArticleView } from '../news-data.ts';
import type { NewsDesk } from '../use-article-actions.tsx';
import { groupStories } from './group-stories.ts';
import { TriageRow } from './triage-row.tsx';
import { useTriage } from './use-triage.ts';

/** Many articles in little room, decided one after another by keys. */
export function TriageList({ desk }: { desk: NewsDesk }) {
  const { jobs, actions } = desk;
  const { search, goTo } = useAdminAddress();
  const [now] = useState(() => Date.now());
  const articles = useQuery(denseQuery(readArticleView(search)));
  const items = articles.data?.items ?? [];
  const triage = useTriage(items, actions.publish);
  const ids = items.map(({ id }) => id).join();
  const { data: stories = [] } = useQuery({
    ...adminQuery('/api/news/stories', { ids }),
    enabled: ids !== '',
    placeholderData: (before) => before,
  });
  const rows = groupStories(triage.left, stories);
  const { mayChange } = useMayChange(news);
  const selection = useSelection(triage.left.filter(mayChange).map(({ id }) => id));
  const [mayWrite, mayPublish] = [useMay('editor'), useMay('publisher')];

  const hrefOf = (article: DenseArticle) => adminHref('news', article.id, search);
  const remove = (article: DenseArticle) =>
    article.status === 'published' ? void actions.remove(article) : triage.remove(article);
  const on = (work: (article: DenseArticle) => unknown) => (row: string) => {
    const found = triage.left.find(({ id }) => String(id) === row);
    if (found) void work(found);
  };
  const open = on((article) => goTo(hrefOf(article)));
  const { list, focus, rowProps } = useRowKeys<HTMLUListElement>({
    rows: rows.map(({ item }) => String(item.id)),
    actions: {
      e: open,
      Enter: open,
      ...(mayWrite && {
        d: on((article) => mayChange(article) && remove(article)),
        r: on((article) => {
          if (jobs.notSetUp || article.status === 'published' || jobs.isRunning(article.id)) return;
          if (jobs.isFull) {
            toastError(FULL);
            return;
          }
          void jobs.rewrite(article);
          focusNext(article);
        }),
        u: () => triage.undo(),
        x: on((article) => {
          if (mayChange(article)) selection.select([article.id], !selection.has(article.id));
        }),
      }),
      ...(mayPublish && {
        p: on((article) => article.status !== 'published' && triage.publish(article)),
      }),
    },
  });
  const focusNext = ({ id }: DenseArticle) => {
    const next = rows[rows.findIndex(({ item }) => item.id === id) + 1];
    focus(next && String(next.item.id));
  };

  return (
    <ListFrame
      list={articles}
      items={triage.left}
      selection={selection}
      desk={desk}
      count={countArticles(articles.data?.total ?? 0)}
      aside={<KeyLine place="news" />}
    >
      <ul ref={list} className="mt-2">
        {rows.map((row) => (
          <TriageRow
            key={row.item.id}
            {...row}
            now={now}
            href={hrefOf(row.item)}
            rowProps={rowProps(String(row.item.id))}
            selection={selection}
            isRewriting={jobs.isRunning(row.item.id)}
            {...(mayPublish && { onPublish: () => triage.publish(row.item) })}
            {...(mayChange(row.item) && { onRemove: () => remove(row.item) })}
          />
        ))}
      </ul>
    </ListFrame>
  );
}
