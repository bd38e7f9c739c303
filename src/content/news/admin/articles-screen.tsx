import { useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Plus, Rss, Trash2 } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleCounters } from './article-counters.tsx';
import { ArticleTools } from './article-tools.tsx';
import { ArticleModal } from './editor/article-modal.tsx';
import { FeedProgress } from './feeds/feed-progress.tsx';
import type { useFeedFetch } from './feeds/use-feed-fetch.ts';
import { articlesQuery, PAGE_SIZE, readArticleView } from './news-data.ts';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { usePublish } from './publish/use-publish.ts';
import { ProcessingLog } from './rewrites/processing-log.tsx';
import type { Rewrites } from './rewrites/use-rewrites.ts';
import { useArticleActions } from './use-article-actions.ts';

interface ArticlesScreenProps extends ScreenProps {
  rewrites: Rewrites;
  feeds: ReturnType<typeof useFeedFetch>;
}

/** The articles: counted, found, fetched, rewritten, published. */
export function ArticlesScreen({ collection, rewrites, feeds }: ArticlesScreenProps) {
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readArticleView(search);
  const actions = useArticleActions();
  const publishing = usePublish();
  const hrefOf = (target: string | number) => adminHref('news', target, search);
  return (
    <div className="grid gap-6">
      <ArticleCounters />
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={hrefOf('new')} variant="primary">
          <Plus aria-hidden className="size-4" />
          Add Article
        </ButtonLink>
        <Button aria-disabled={feeds.isRunning} onClick={() => void feeds.fetchFeeds()}>
          <Rss aria-hidden className="size-4" />
          {feeds.isRunning ? 'Fetching...' : 'Fetch from Feed'}
        </Button>
        <Button disabled={actions.busyId === 0} onClick={() => void actions.removeUnpublished()}>
          <Trash2 aria-hidden className="size-4" />
          Delete Unpublished
        </Button>
      </div>
      <FeedProgress state={feeds} onClear={feeds.clear} />
      <ProcessingLog logs={rewrites.logs} onClear={rewrites.clear} />
      <ArticleTools view={view} onChange={(patch) => void changeSearch(patch, 'news')} />
      <ArticleList rewrites={rewrites} actions={actions} publishing={publishing} />
      <OpenEditor
        collection={collection}
        editor={ArticleModal}
        target={rest}
        onClose={() => void goTo(hrefOf(''))}
      />
      {publishing.holes && (
        <PublishDialog
          key={publishing.holes.article.id}
          holes={publishing.holes}
          onFill={publishing.fillAndPublish}
          onClose={publishing.close}
        />
      )}
    </div>
  );
}

interface ArticleListProps {
  rewrites: Rewrites;
  actions: ReturnType<typeof useArticleActions>;
  publishing: ReturnType<typeof usePublish>;
}

function ArticleList({ rewrites, actions, publishing }: ArticleListProps) {
  const { search } = useAdminAddress();
  const view = readArticleView(search);
  const { data, error, isPending, refetch } = useQuery(articlesQuery(view));
  if (isPending) return <p role="status">Loading articles...</p>;
  if (error) {
    return (
      <ErrorText action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error.message}
      </ErrorText>
    );
  }
  const { items, total } = data;
  if (items.length === 0) return <EmptyState text="No articles found" />;
  const first = (view.page - 1) * PAGE_SIZE + 1;
  return (
    <section aria-label="Articles">
      <LiveCount>
        {first}–{first + items.length - 1} of {total} {total === 1 ? 'article' : 'articles'}
      </LiveCount>
      <ul className="mt-2">
        {items.map((article) => (
          <ArticleCard
            key={article.id}
            article={article}
            editHref={adminHref('news', article.id, search)}
            isRewriting={rewrites.isRunning(article.id)}
            isFull={rewrites.isFull}
            isBusy={actions.busyId === article.id || publishing.busyId === article.id}
            actions={{
              rewrite: () => void rewrites.rewrite(article),
              publish: () => void publishing.publish(article),
              generateSeo: () => void actions.generateSeo(article),
              remove: () => void actions.remove(article),
            }}
          />
        ))}
      </ul>
      <Pagination
        page={view.page}
        pages={Math.ceil(total / PAGE_SIZE)}
        hrefFor={(page) => adminHref('news', '', { ...search, page: String(page) })}
      />
    </section>
  );
}
