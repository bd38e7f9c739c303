import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
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
import { ArticleCards } from './article-list.tsx';
import { ArticleTools } from './article-tools.tsx';
import { ArticleModal } from './editor/article-modal.tsx';
import { FeedProgress, ProcessingLog } from './jobs/job-panels.tsx';
import { FETCH } from './jobs/use-jobs.ts';
import { statusCountQuery } from './news-data.ts';
import { TriageList } from './triage/triage-list.tsx';
import type { NewsDesk } from './use-article-actions.tsx';

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
export function ArticlesScreen({ collection, desk }: ArticlesScreenProps) {
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
