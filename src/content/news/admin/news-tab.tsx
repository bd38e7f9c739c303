import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentType, useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { Trash2 } from '#admin/icons.ts';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { ShapeBar } from '#admin/list/shape-bar.tsx';
import { May } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { Button } from '#ui/button.tsx';
import { Rss } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-debounced.ts';
import { ArticleCards } from './article-list.tsx';
import { ArticleModal } from './editor/article-modal.tsx';
import { FeedProgress, ProcessingLog } from './jobs/job-panels.tsx';
import { FETCH } from './jobs/use-jobs.ts';
import { readArticleView, statusCountQuery, statusOptions } from './news-data.ts';
import { TriageList } from './triage/triage-list.tsx';
import { type NewsDesk, useNewsDesk } from './use-article-actions.tsx';

interface SourceSelectProps {
  label: string;
  value: string;
  sources: readonly { name: string; waiting: number }[] | undefined;
  onChoose: (name: string) => void;
}

function SourceSelect({ label, value, sources = [], onChoose }: SourceSelectProps) {
  const isListed = value === '' || sources.some(({ name }) => name === value);
  return (
    <Select
      label={label}
      hideLabel
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: `All ${label}s` },
        ...(isListed ? [] : [{ value, label: value }]),
        ...sources.map(({ name, waiting }) => ({ value: name, label: `${name} (${waiting})` })),
      ]}
    />
  );
}

/** Search, status, feed and publisher; the address keeps them. */
function ArticleTools() {
  const { search, changeSearch } = useAdminAddress();
  const view = readArticleView(search);
  const narrow = (patch: Record<string, string>) =>
    void changeSearch({ ...patch, page: '' }, 'news');
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => narrow({ q }));
  const { data: sources } = useQuery(adminQuery('/api/news/sources'));
  return (
    <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_9rem_12rem_12rem]">
      <SearchField
        className="sm:max-lg:col-span-3"
        label="Search articles"
        placeholder="Search by title or publisher"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
      />
      <Select
        label="Status"
        hideLabel
        value={view.status}
        onChange={({ target }) => narrow({ status: target.value })}
        options={[{ value: '', label: 'All Status' }, ...statusOptions()]}
      />
      <SourceSelect
        label="Feed"
        value={view.feed}
        sources={sources?.feeds}
        onChoose={(feed) => narrow({ feed })}
      />
      <SourceSelect
        label="Publisher"
        value={view.source}
        sources={sources?.publishers}
        onChoose={(source) => narrow({ source })}
      />
    </div>
  );
}

interface ArticlesScreenProps extends ScreenProps {
  desk: NewsDesk;
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
function ArticlesScreen({ collection, desk }: ArticlesScreenProps) {
  const { search, rest, goTo } = useAdminAddress();
  const { jobs, actions } = desk;
  const isFetching = jobs.isRunning(FETCH.id);
  const [shape, setShape] = useListShape();
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
      <div>
        <ArticleTools />
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
        {shape === 'dense' ? <TriageList desk={desk} /> : <ArticleCards desk={desk} />}
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
