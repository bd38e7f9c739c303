import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { useListKeys } from '#admin/keys/use-row-keys.ts';
import { ItemTable } from '#admin/list/item-table.tsx';
import { PAGE_SIZE, pageOf, pagesOf, useLastPage } from '#admin/list/list-page.ts';
import { readColumns } from '#admin/list/list-view.ts';
import { RenameValues } from '#admin/list/rename-values.tsx';
import { EditField, ReleaseItems, SelectionTools } from '#admin/list/selection-bar.tsx';
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
import { articlesQuery, countArticles, type DenseArticle, readArticleView } from './news-data.ts';
import type { NewsDesk } from './use-article-actions.tsx';

interface ListFrameProps {
  list: UseQueryResult<ListPage<DenseArticle>>;
  /** The articles that can be chosen. */
  items: readonly DenseArticle[];
  selection: Selection;
  desk: NewsDesk;
  count: string;
  /** Beside or below the count. */
  aside: ReactNode;
  children: ReactNode;
}

/** The frame of a list of articles in any shape: its states, the count, the choice of several, and its pages. */
export function ListFrame({ list, count, aside, children, ...chosen }: ListFrameProps) {
  const { data, error, isPending, refetch } = list;
  const { search } = useAdminAddress();
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
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <LiveCount>{count}</LiveCount>
        {aside}
      </div>
      <ArticleSelection {...chosen} />
      {data?.total === 0 && <EmptyState text="No articles found" />}
      {children}
      <Pagination
        page={pageOf(search)}
        pages={pagesOf(data?.total)}
        hrefFor={pageHref('news', search)}
      />
    </section>
  );
}

/** The actions on several articles at once. */
function ArticleSelection({
  items,
  selection,
  desk: { jobs, actions },
}: Pick<ListFrameProps, 'items' | 'selection' | 'desk'>) {
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
      <ReleaseItems collection={news} items={chosen} />
    </SelectionTools>
  );
}

/** Cards, or a table of chosen columns. */
export function ArticleCards({ desk }: { desk: NewsDesk }) {
  const { search } = useAdminAddress();
  const list = useQuery(articlesQuery(readArticleView(search)));
  // Asked for with the list, and not by its cards after it.
  useQuery(waitingQuery);
  usePeople();
  const { items = [], total = 0 } = list.data ?? {};
  const { mayChange } = useMayChange(news);
  const selection = useSelection(items.filter(mayChange).map(({ id }) => id));
  const { list: box, rowProps } = useListKeys<HTMLDivElement>(news, items, selection);
  const columns = readColumns(news, search.columns);
  const first = (pageOf(search) - 1) * PAGE_SIZE + 1;
  return (
    <ListFrame
      list={list}
      items={items}
      selection={selection}
      desk={desk}
      count={
        items.length > 0 ? `${first}–${first + items.length - 1} of ${countArticles(total)}` : ''
      }
      aside={<RenameValues collection={news} />}
    >
      <div ref={box}>
        {columns.length > 0 ? (
          <ItemTable
            collection={news}
            items={items}
            columns={columns}
            selection={selection}
            rowProps={rowProps}
          />
        ) : (
          <ul className="mt-2">
            {items.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                desk={desk}
                rowProps={rowProps(String(article.id))}
                selection={selection}
              />
            ))}
          </ul>
        )}
      </div>
    </ListFrame>
  );
}
