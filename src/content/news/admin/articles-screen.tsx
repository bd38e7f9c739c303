import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { Trash2 } from '#admin/icons.ts';
import { useListKeys } from '#admin/keys/use-row-keys.ts';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { ItemTable } from '#admin/list/item-table.tsx';
import { PAGE_SIZE, pagesOf, useLastPage } from '#admin/list/list-page.ts';
import { readColumns } from '#admin/list/list-view.ts';
import { RenameValues } from '#admin/list/rename-values.tsx';
import { ShapeBar } from '#admin/list/shape-bar.tsx';
import { useSelection } from '#admin/list/use-selection.ts';
import { May, useMayChange } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { usePeople } from '#admin/people/people.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { news } from '#content/news/news.collection.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Rss } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Note } from '#ui/note.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleSelection } from './article-selection.tsx';
import { countArticles } from './article-status.ts';
import { ArticleTools } from './article-tools.tsx';
import { ArticleModal } from './editor/article-modal.tsx';
import { FeedProgress } from './feeds/feed-progress.tsx';
import type { useFeedFetch } from './feeds/use-feed-fetch.ts';
import { articlesQuery, LIST_FAILED, readArticleView, statusCountQuery } from './news-data.ts';
import { ProcessingLog } from './rewrites/processing-log.tsx';
import { TriageList } from './triage/triage-list.tsx';
import type { NewsDesk } from './use-article-actions.tsx';

interface ArticlesScreenProps extends ScreenProps {
  desk: NewsDesk;
  feeds: ReturnType<typeof useFeedFetch>;
}

const SHAPES = [
  { value: 'cards', label: 'Cards' },
  { value: 'dense', label: 'Dense list' },
] as const;

type Shape = (typeof SHAPES)[number]['value'];

const STORED = 'news-list';

/** Cards, or a dense list to go through by keys; the browser remembers it. Chosen columns make the cards a table. */
const useListShape = () => {
  const { search, changeSearch } = useAdminAddress();
  const [shape, setShape] = useState<Shape>(
    localStorage.getItem(STORED) === 'dense' ? 'dense' : 'cards',
  );
  const choose = (next: Shape) => {
    localStorage.setItem(STORED, next);
    setShape(next);
    if (next === 'dense') void changeSearch({ columns: '' }, 'news');
  };
  return [search.columns ? 'cards' : shape, choose] as const;
};

/** The articles: counted, found, fetched, rewritten, published. */
export function ArticlesScreen({ collection, desk, feeds }: ArticlesScreenProps) {
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readArticleView(search);
  const { rewrites, actions } = desk;
  const [shape, setShape] = useListShape();
  const hrefOf = (target: string | number) => adminHref('news', target, search);
  return (
    <div className="grid gap-6">
      <ArticleCounters />
      <div className="flex flex-wrap gap-3">
        <CollectionTools collection={collection} add="Add Article" href={hrefOf('new')} />
        <May least="editor">
          <Button aria-disabled={feeds.isRunning} onClick={() => void feeds.fetchFeeds()}>
            <Rss aria-hidden className="size-4" />
            {feeds.isRunning ? 'Fetching...' : 'Fetch from Feed'}
          </Button>
        </May>
        <May least="publisher">
          <Button disabled={actions.busyId === 0} onClick={() => void actions.removeUnpublished()}>
            <Trash2 aria-hidden className="size-4" />
            Delete Unpublished
          </Button>
        </May>
      </div>
      <FeedProgress state={feeds} onClear={feeds.clear} />
      {rewrites.notSetUp && <Note>{rewrites.notSetUp}</Note>}
      <ProcessingLog logs={rewrites.logs} onClear={rewrites.clear} />
      <div>
        <ArticleTools view={view} onChange={(patch) => void changeSearch(patch, 'news')} />
        <ShapeBar collection={collection} hasColumns={shape === 'cards'} />
      </div>
      <div className="min-w-0">
        <ChoiceChips
          label="Show as"
          options={SHAPES}
          chosen={shape}
          onChoose={setShape}
          className="mb-3"
        />
        {shape === 'dense' ? <TriageList desk={desk} /> : <ArticleList desk={desk} />}
      </div>
      <OpenEditor
        collection={collection}
        editor={ArticleModal}
        target={rest}
        onClose={() => void goTo(hrefOf(''))}
      />
    </div>
  );
}

/** Total Articles, Published, Rewritten, Drafts; each counts the status. */
function ArticleCounters() {
  const published = useQuery(statusCountQuery('published')).data;
  const rewritten = useQuery(statusCountQuery('rewritten')).data;
  const drafts = useQuery(statusCountQuery('draft')).data;
  const isLoaded = published !== undefined && rewritten !== undefined && drafts !== undefined;
  const counters = [
    { label: 'Total Articles', value: isLoaded ? published + rewritten + drafts : undefined },
    { label: 'Published', value: published },
    { label: 'Rewritten', value: rewritten },
    { label: 'Drafts', value: drafts },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {counters.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse border-t border-rule pt-2">
          <dt className="text-xs text-faint">{label}</dt>
          <dd className="font-serif text-h2 leading-tight font-semibold tabular-nums">
            {value ?? '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ArticleList({ desk }: { desk: NewsDesk }) {
  const { search } = useAdminAddress();
  const view = readArticleView(search);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(articlesQuery(view));
  useLastPage(isPlaceholderData ? undefined : data?.total);
  // Asked for with the list, and not by its cards after it.
  useQuery(waitingQuery);
  usePeople();
  const { mayChange } = useMayChange(news);
  const selection = useSelection(data?.items.filter(mayChange).map(({ id }) => id) ?? []);
  const { list, rowProps } = useListKeys<HTMLDivElement>(news, data?.items ?? [], selection);
  const columns = readColumns(news, search.columns);
  if (isPending) return <p role="status">Loading articles...</p>;
  if (error) {
    return (
      <ErrorText action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {LIST_FAILED}
      </ErrorText>
    );
  }
  const { items, total } = data;
  if (items.length === 0) return total > 0 ? null : <EmptyState text="No articles found" />;
  const first = (view.page - 1) * PAGE_SIZE + 1;
  return (
    <section aria-label="Articles">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <LiveCount>
          {first}–{first + items.length - 1} of {countArticles(total)}
        </LiveCount>
        <RenameValues collection={news} />
      </div>
      <ArticleSelection items={items} selection={selection} desk={desk} />
      <div ref={list}>
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
      <Pagination page={view.page} pages={pagesOf(total)} hrefFor={pageHref('news', search)} />
    </section>
  );
}
