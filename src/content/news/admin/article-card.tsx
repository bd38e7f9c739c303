import { DropdownMenu } from 'radix-ui';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { formatDay } from '#admin/format-date-time.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { WaitingBadges } from '#admin/list/waiting-badges.tsx';
import { May, useMay, useMayChange } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { hrefTo } from '#client/href-to.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Newspaper } from '#ui/icons.tsx';
import { publisherOf } from './editor/article-check.ts';
import { FULL } from './jobs/use-jobs.ts';
import { STATUSES } from './news-data.ts';
import type { NewsDesk } from './use-article-actions.tsx';

interface Action {
  label: string;
  /** The words on the button, where they tell more at the moment. */
  shown?: string;
  isDisabled: boolean;
  hint?: string | undefined;
  run: () => void;
}

/** The next step of each status, and behind 'More' the way back (A5.08); undefined for what is not offered. */
const useSteps = (article: Article, { jobs, actions }: NewsDesk) => {
  const mayWrite = useMay('editor');
  const mayPublish = useMay('publisher');
  const isRewriting = jobs.isRunning(article.id);
  const isBusy = actions.busyId === article.id;
  const rewrite = (label: string): Action | undefined =>
    mayWrite && jobs.notSetUp === null
      ? {
          label,
          shown: isRewriting ? 'Rewriting...' : label,
          isDisabled: isRewriting || jobs.isFull || isBusy,
          hint: jobs.isFull && !isRewriting ? FULL : undefined,
          run: () => void jobs.rewrite(article),
        }
      : undefined;
  const change = (label: string, isDisabled: boolean, run: () => unknown): Action | undefined =>
    mayPublish ? { label, isDisabled, run: () => void run() } : undefined;
  switch (article.status) {
    case 'draft':
      return { next: rewrite('Rewrite') };
    case 'rewritten':
      return {
        next: change('Publish', isBusy || isRewriting, () => actions.publish(article)),
        seldom: rewrite('Rewrite again'),
      };
    default:
      return { seldom: change('Unpublish', isBusy, () => actions.unpublish(article)) };
  }
};

interface ArticleCardProps {
  article: Article;
  desk: NewsDesk;
  selection: Selection;
}

/** One article with its state and the actions available now. */
export function ArticleCard({ article, desk, selection }: ArticleCardProps) {
  const { actions } = desk;
  const { search } = useAdminAddress();
  const mayEdit = useMayChange(news).mayChange(article);
  const { next, seldom } = useSteps(article, desk);
  const isBusy = actions.busyId === article.id;
  const editHref = adminHref('news', article.id, search);
  const title = titleOf(article);
  const words =
    article.wordCount ?? countMarkdownWords(article.rewrittenContent || article.originalContent);
  return (
    <li
      data-article={article.id}
      className="grid gap-x-4 gap-y-3 border-t border-line py-4 grid-cols-[5.5rem_1fr] sm:grid-cols-[9rem_1fr]"
    >
      <Thumbnail src={article.imageUrl} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          {mayEdit && <SelectBox id={article.id} title={title} selection={selection} />}
          <StatusBadges {...article} />
          <WaitingBadges name="news" id={article.id} />
          {article.rewriteRecord?.tooClose && (
            <Badge tone="danger">Too close to the original</Badge>
          )}
        </div>
        <h3 className="mt-1 text-h4 font-semibold wrap-anywhere">
          <a href={editHref} className="hover:text-accent">
            {title}
          </a>
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint tabular-nums">
          <span>{publisherOf(article)}</span>
          <span>{formatDay(article.originalPublishedAt ?? article.createdAt)}</span>
          <span>{counted(words, 'word', 'words')}</span>
          <span>{article.readingTime ?? readingMinutes(words)} min read</span>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {article.status === 'published' && (
            <ButtonLink
              size="sm"
              variant="primary"
              external
              href={hrefTo('/news/$slug', { slug: article.slug })}
            >
              View Article
            </ButtonLink>
          )}
          {next && (
            <RowButton
              label={next.label}
              of={title}
              variant="primary"
              disabled={next.isDisabled}
              title={next.hint}
              onClick={next.run}
            >
              {next.shown}
            </RowButton>
          )}
          {mayEdit && (
            <RowButton
              label="SEO"
              of={title}
              disabled={isBusy}
              onClick={() => void actions.generateSeo(article)}
            />
          )}
          <May least="editor">
            <ButtonLink size="sm" href={editHref} aria-label={`Edit: ${title}`}>
              Edit
            </ButtonLink>
          </May>
          {mayEdit && (
            <RowButton
              label="Delete"
              of={title}
              disabled={isBusy}
              onClick={() => void actions.remove(article)}
            />
          )}
          {seldom && <MoreMenu title={title} action={seldom} />}
        </div>
      </div>
    </li>
  );
}

/** The status, and whether the text was rewritten: one word where both say the same. */
function StatusBadges({ status, isRewritten }: Pick<Article, 'status' | 'isRewritten'>) {
  return (
    <>
      {!(status === 'rewritten' && isRewritten) && (
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
      )}
      {isRewritten && (
        <span data-rewritten-badge className="inline-flex">
          <Badge tone="accent">Rewritten</Badge>
        </span>
      )}
    </>
  );
}

/** A seldom used action of an item, behind a button. */
function MoreMenu({ title, action }: { title: string; action: Action }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <RowButton label="More" of={title} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className="z-40 min-w-40 animate-fade border border-rule bg-raised py-1 text-sm shadow-float"
        >
          <DropdownMenu.Item
            disabled={action.isDisabled}
            title={action.hint}
            onSelect={action.run}
            className="flex min-h-11 items-center px-4 outline-none data-disabled:opacity-50 data-highlighted:bg-sunken"
          >
            {action.shown ?? action.label}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Thumbnail({ src }: { src: string | null }) {
  return (
    <div className="flex aspect-3/2 items-center justify-center bg-sunken text-faint">
      {src ? (
        <img
          src={src}
          alt=""
          data-thumbnail
          loading="lazy"
          className="picture size-full object-cover"
        />
      ) : (
        <Newspaper aria-hidden className="size-6" />
      )}
    </div>
  );
}
