import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { Trash2 } from '#admin/icons.ts';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { ListTools } from '#admin/list/list-tools.tsx';
import { May } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { Button } from '#ui/button.tsx';
import { Rss } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { ArticleList } from './article-list.tsx';
import { ArticleModal } from './editor/article-modal.tsx';
import { FeedProgress, ProcessingLog } from './jobs/job-panels.tsx';
import { FETCH } from './jobs/use-jobs.ts';
import { statusCountQuery, statusOptions } from './news-data.ts';
import { type NewsDesk, useNewsDesk } from './use-article-actions.tsx';

interface ArticlesScreenProps extends ScreenProps {
  desk: NewsDesk;
}

/** The articles: counted, found, fetched, rewritten, published. */
function ArticlesScreen({ collection, desk }: ArticlesScreenProps) {
  const { search, rest, goTo } = useAdminAddress();
  const { jobs, actions } = desk;
  const isFetching = jobs.isRunning(FETCH.id);
  const hrefOf = (target: string | number) => adminHref('news', target, search);
  return (
    <div className="grid gap-6">
      <ArticleCounters />
      <div className="flex flex-wrap gap-3">
        <CollectionTools collection={collection} add="Add Article" href={hrefOf('new')} />
        <May least="editor">
          <Button aria-disabled={isFetching} onClick={() => void jobs.fetchFeeds()}>
            <Rss aria-hidden className="size-4" />
            {isFetching ? 'Fetching...' : 'Fetch from Feed'}
          </Button>
        </May>
        <May least="publisher">
          <Button disabled={actions.isDeletingAll} onClick={() => void actions.removeUnpublished()}>
            <Trash2 aria-hidden className="size-4" />
            Delete Unpublished
          </Button>
        </May>
      </div>
      <FeedProgress {...jobs} />
      {jobs.notSetUp && <Note>{jobs.notSetUp}</Note>}
      <ProcessingLog {...jobs} />
      <div className="min-w-0">
        <ListTools
          collection={collection}
          searchLabel="Search articles"
          placeholder="Search by title or publisher"
          statuses={statusOptions()}
        />
        <ArticleList desk={desk} />
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
  const counters = {
    'Total Articles':
      published === undefined || rewritten === undefined || drafts === undefined
        ? undefined
        : published + rewritten + drafts,
    Published: published,
    Rewritten: rewritten,
    Drafts: drafts,
  };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {Object.entries(counters).map(([label, value]) => (
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

const STYLE_GUIDES = 'style-guides';

interface NewsTabProps extends ScreenProps {
  /** The second sub-tab; it belongs to another content type, so that the program hands it in. */
  styleGuides: ComponentType;
}

/** The news desk: articles, and the style guides that rewrites follow. */
export function NewsTab({ collection, styleGuides: StyleGuides }: NewsTabProps) {
  const { rest } = useAdminAddress();
  // Held here, so that a look at the style guides does not lose jobs.
  const desk = useNewsDesk();
  const isGuides = rest === STYLE_GUIDES || rest.startsWith(`${STYLE_GUIDES}/`);
  const subTabs = [
    { label: 'Articles', href: adminHref('news'), isCurrent: !isGuides },
    { label: 'Style Guides', href: adminHref('news', STYLE_GUIDES), isCurrent: isGuides },
  ];
  return (
    <section aria-labelledby="tab-title">
      <h2 id="tab-title" className="text-h2 font-semibold">
        {collection.label.many}
      </h2>
      <nav aria-label="News" className="mt-3 mb-6 flex gap-6 border-b border-rule">
        {subTabs.map(({ label, href, isCurrent }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              '-mb-px inline-flex min-h-11 items-center border-b-2 text-sm font-medium hover:text-ink',
              isCurrent ? 'border-accent text-ink' : 'border-transparent text-soft',
            )}
          >
            {label}
          </a>
        ))}
      </nav>
      {isGuides ? <StyleGuides /> : <ArticlesScreen collection={collection} desk={desk} />}
    </section>
  );
}
