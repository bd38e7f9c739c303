import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { ItemTable } from '#admin/list/item-table.tsx';
import { PAGE_SIZE, pageOf, pagesOf, useLastPage } from '#admin/list/list-page.ts';
import { isTable } from '#admin/list/list-view.ts';
import { PublishDrafts } from '#admin/list/publish-drafts.tsx';
import { EditField, SelectionTools } from '#admin/list/selection-bar.tsx';
import { useItemActions } from '#admin/list/use-item-actions.ts';
import { type Selection, useSelection } from '#admin/list/use-selection.ts';
import { May, useMayChange } from '#admin/may.tsx';
import { usePeople } from '#admin/people/people.tsx';
import type { ListPage } from '#client/api-client.ts';
import { news } from '#content/news/news.collection.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ArticleCard } from './article-card.tsx';
import { articleRowsQuery, articlesQuery, countArticles, type ListedArticle } from './news-data.ts';
import type { NewsDesk } from './use-article-actions.tsx';

interface ListFrameProps {
  list: UseQueryResult<ListPage<ListedArticle>>;
  selection: Selection;
  desk: NewsDesk;
  children: ReactNode;
}

/** The frame of a list of articles in any shape: its states, the count, the choice of several, and its pages. */
function ListFrame({ list, selection, desk, children }: ListFrameProps) {
  const { data, error, isPending, refetch } = list;
  const { search } = useAdminAddress();
  const { items = [], total = 0 } = data ?? {};
  const first = (pageOf(search) - 1) * PAGE_SIZE + 1;
  useLastPage(list.isPlaceholderData ? undefined : data?.total);
  if (isPending) return <p role="status">Loading articles...</p>;
  if (error) {
    return (
      <ErrorText action={<Button onClick={() => void refetch()}>Try again</Button>}>
        Failed to fetch articles
      </ErrorText>
    );
  }
  return (
    <section aria-label="Articles">
      <LiveCount>
        {items.length > 0 ? `${first}–${first + items.length - 1} of ${countArticles(total)}` : ''}
      </LiveCount>
      <ArticleSelection items={items} selection={selection} desk={desk} />
      {total === 0 && <EmptyState text="No articles found" />}
      {children}
      <Pagination page={pageOf(search)} pages={pagesOf(total)} hrefFor={pageHref('news', search)} />
    </section>
  );
}

interface ArticleSelectionProps {
  items: readonly ListedArticle[];
  selection: Selection;
  desk: NewsDesk;
}

/** The actions on several articles at once. */
function ArticleSelection({ items, selection, desk: { jobs, actions } }: ArticleSelectionProps) {
  const { mayChange } = useMayChange(news);
  const { removeAll } = useItemActions(news, { countOf: countArticles });
  const [isAtWork, setIsAtWork] = useState(false);
  const chosen = items.filter(({ id }) => selection.has(id)).map((one) => ({ ...one }));
  // Published articles are neither rewritten nor published.
  const open = chosen.filter(({ status }) => status !== 'published');
  const button = (label: string, work: () => Promise<unknown>, isDisabled = open.length === 0) => (
    <Button
      size="sm"
      disabled={isDisabled || isAtWork}
      onClick={async () => {
        setIsAtWork(true);
        if ((await work()) !== false) selection.clear();
        setIsAtWork(false);
      }}
    >
      {label}
    </Button>
  );
  return (
    <SelectionTools selection={selection}>
      {jobs.notSetUp === null && button('Rewrite', () => jobs.rewriteAll(open))}
      <May least="publisher">{button('Publish', () => actions.publishAll(open))}</May>
      {chosen.every(mayChange) && button('Delete', () => removeAll(chosen), false)}
      <EditField collection={news} items={chosen} onDone={selection.clear} />
      <PublishDrafts collection={news} items={chosen} onDone={selection.clear} />
    </SelectionTools>
  );
}

/** The articles of the address, as cards or in the table. */
export function ArticleList({ desk }: { desk: NewsDesk }) {
  const { search } = useAdminAddress();
  // Asked for with the list, and not by its rows after it.
  useQuery(waitingQuery);
  usePeople();
  return isTable(news, search) ? <ArticleTable desk={desk} /> : <ArticleCards desk={desk} />;
}

function ArticleCards({ desk }: { desk: NewsDesk }) {
  const { search } = useAdminAddress();
  const list = useQuery(articlesQuery(search));
  const items = list.data?.items ?? [];
  const selection = useArticleSelection(items);
  return (
    <ListFrame list={list} selection={selection} desk={desk}>
      <ul className="mt-2">
        {items.map((article) => (
          <ArticleCard key={article.id} article={article} desk={desk} selection={selection} />
        ))}
      </ul>
    </ListFrame>
  );
}

function ArticleTable({ desk }: { desk: NewsDesk }) {
  const { search } = useAdminAddress();
  const list = useQuery(articleRowsQuery(search));
  const items = list.data?.items ?? [];
  const selection = useArticleSelection(items);
  return (
    <ListFrame list={list} selection={selection} desk={desk}>
      <ItemTable
        collection={news}
        items={items}
        selection={selection}
        onRemove={desk.actions.remove}
      />
    </ListFrame>
  );
}

const useArticleSelection = (items: readonly ListedArticle[]) => {
  const { mayChange } = useMayChange(news);
  return useSelection(items.filter(mayChange).map(({ id }) => id));
};
