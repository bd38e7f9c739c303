import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { formatDay } from '#admin/format-date-time.ts';
import { Eye, Trash2 } from '#admin/icons.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { type RowProps, useRowKeys } from '#admin/keys/use-row-keys.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import { type Selection, useSelection } from '#admin/list/use-selection.ts';
import { useMay, useMayChange } from '#admin/may.tsx';
import { toast, toastError, toastOutcome } from '#admin/toast.ts';
import { restoreItem } from '#admin/trash/restore-item.ts';
import { Badge } from '#ui/badge.tsx';
import { news } from '../../news.collection.ts';
import { titleOf } from '../../title-of.ts';
import { ListFrame } from '../article-list.tsx';
import { FULL } from '../jobs/use-jobs.ts';
import {
  countArticles,
  type DenseArticle,
  denseQuery,
  readArticleView,
  refreshNews,
  STATUSES,
} from '../news-data.ts';
import type { NewsDesk } from '../use-article-actions.tsx';
import { groupStories, type Story } from './group-stories.ts';

interface TriageRowProps {
  item: DenseArticle;
  isSeenAbove: boolean;
  elsewhere: Story['others'];
  now: number;
  href: string;
  rowProps: RowProps;
  selection: Selection;
  isRewriting: boolean;
  onPublish?: () => void;
  onRemove?: () => void;
}

const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** '3 d', '5 h', '12 min': how long ago, in its largest unit. */
export const ageOf = (day: string, now: number): string => {
  const passed = now - Date.parse(day);
  const [unit, ms] = STEPS.find(([, length]) => passed >= length) ?? ['min', 60_000];
  return `${Math.max(0, Math.floor(passed / ms))} ${unit}`;
};

/** One article in two lines: what it says, who says it, how old it is. */
function TriageRow(props: TriageRowProps) {
  const { item, isSeenAbove, elsewhere, now, href, rowProps, selection } = props;
  const title = titleOf(item);
  const day = item.originalPublishedAt ?? item.createdAt;
  const { label, tone } = STATUSES[item.status];
  return (
    <li
      {...rowProps}
      data-article={item.id}
      aria-label={title}
      className={clsx(
        'flex items-center gap-3 border-t border-line py-1.5 text-sm focus-visible:bg-sunken aria-[current=true]:shadow-[-2px_0_var(--color-accent)]',
        isSeenAbove ? 'pl-6 sm:pl-10' : 'pl-2',
      )}
    >
      {props.onRemove && <SelectBox id={item.id} title={title} selection={selection} />}
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-sans font-medium">
          <a href={href} tabIndex={-1} className="hover:text-accent">
            {title}
          </a>
        </h3>
        <p className="truncate text-xs text-soft">{item.excerpt}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
          <span>{item.originalPublisher || 'No publisher'}</span>
          <time dateTime={day} title={formatDay(day)}>
            {ageOf(day, now)}
          </time>
          <Badge tone={tone}>{props.isRewriting ? 'Rewriting...' : label}</Badge>
          {isSeenAbove && <span>Seen before: the same story as above</span>}
          {elsewhere.length > 0 && (
            <span>
              Seen before:{' '}
              {elsewhere.map((other, at) => (
                <span key={other.id}>
                  {at > 0 && ', '}
                  <a href={adminHref('news', other.id)} title={other.title} className="text-link">
                    {other.publisher ?? other.title}
                  </a>{' '}
                  ({STATUSES[other.status].label.toLowerCase()})
                </span>
              ))}
            </span>
          )}
        </p>
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        {props.onPublish && item.status !== 'published' && (
          <SmallButton label={`Publish: ${title}`} icon={Eye} onClick={props.onPublish} />
        )}
        {props.onRemove && (
          <SmallButton label={`Delete: ${title}`} icon={Trash2} danger onClick={props.onRemove} />
        )}
      </div>
    </li>
  );
}

const UNDO_MS = 10_000;
/** The list is read anew when the keys rest, or when this little of it is left. */
const REST_MS = 1500;
const FEW = 8;

const keyOf = ({ id, version }: DenseArticle) => `${id}/${version}`;

/** Decisions one after another: a decided row goes at once, and the server is told meanwhile. */
const useTriage = (items: readonly DenseArticle[], publish: NewsDesk['actions']['publish']) => {
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
      aside={
        <div className="w-full">
          <KeyLine place="news" />
        </div>
      }
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
