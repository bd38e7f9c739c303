import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { formatDay } from '#admin/format-date-time.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { WaitingBadges } from '#admin/list/waiting-badges.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { hrefTo } from '#client/href-to.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Newspaper } from '#ui/icons.tsx';
import { STATUSES } from './article-status.ts';
import { publisherOf } from './editor/article-check.ts';
import { FULL } from './rewrites/use-rewrites.ts';
import type { NewsDesk } from './use-article-actions.tsx';

const REWRITING = 'Rewriting...';

interface ArticleCardProps {
  article: Article;
  desk: NewsDesk;
  rowProps: RowProps;
  selection: Selection;
}

const wordsOf = ({ wordCount, rewrittenContent, originalContent }: Article) =>
  wordCount ?? countMarkdownWords(rewrittenContent || originalContent);

/** One article with its state and the actions available now. */
export function ArticleCard({ article, desk, rowProps, selection }: ArticleCardProps) {
  const { actions, publishing } = desk;
  const { search } = useAdminAddress();
  const mayEdit = useMayChange(news).mayChange(article);
  const isBusy = actions.busyId === article.id || publishing.busyId === article.id;
  const editHref = adminHref('news', article.id, search);
  const title = titleOf(article);
  const words = wordsOf(article);
  const publisher = publisherOf(article);
  const day = formatDay(article.originalPublishedAt ?? article.createdAt);
  return (
    <li
      data-article={article.id}
      {...rowProps}
      className="grid gap-x-4 gap-y-3 border-t border-line py-4 grid-cols-[5.5rem_1fr] sm:grid-cols-[9rem_1fr]"
    >
      <Thumbnail key={article.imageUrl} src={article.imageUrl} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          {mayEdit && <SelectBox id={article.id} title={title} selection={selection} />}
          <StatusBadges article={article} />
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
          <span>{publisher}</span>
          <span>{day}</span>
          <span>{counted(words, 'word', 'words')}</span>
          <span>{article.readingTime ?? readingMinutes(words)} min read</span>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <OwnAction article={article} desk={desk} isBusy={isBusy} />
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
          <SeldomAction article={article} desk={desk} isBusy={isBusy} />
        </div>
      </div>
    </li>
  );
}

/** The status, and whether the text was rewritten: one word where both say the same. */
function StatusBadges({ article: { status, isRewritten } }: Pick<ArticleCardProps, 'article'>) {
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

interface ActionProps {
  article: Article;
  desk: NewsDesk;
  isBusy: boolean;
}

/** Whether a rewrite can start now, and why it cannot. */
const rewriteOf = ({ article, desk: { rewrites }, isBusy }: ActionProps) => {
  const isRewriting = rewrites.isRunning(article.id);
  return {
    isRewriting,
    isDisabled: isRewriting || rewrites.isFull || isBusy,
    hint: rewrites.isFull && !isRewriting ? FULL : undefined,
    run: () => void rewrites.rewrite(article),
  };
};

/** The next step for the status. */
function OwnAction(props: ActionProps) {
  const { article, desk, isBusy } = props;
  const { isRewriting, isDisabled, hint, run } = rewriteOf(props);
  const title = titleOf(article);
  if (article.status === 'published') {
    return (
      <ButtonLink
        size="sm"
        variant="primary"
        external
        href={hrefTo('/news/$slug', { slug: article.slug })}
      >
        View Article
      </ButtonLink>
    );
  }
  if (article.status === 'rewritten') {
    return (
      <May least="publisher">
        <RowButton
          label="Publish"
          of={title}
          variant="primary"
          disabled={isBusy || isRewriting}
          onClick={() => void desk.publishing.publish(article)}
        />
      </May>
    );
  }
  if (desk.rewrites.notSetUp !== null) return null;
  return (
    <May least="editor">
      <RowButton
        label="Rewrite"
        of={title}
        variant="primary"
        disabled={isDisabled}
        title={hint}
        onClick={run}
      >
        {isRewriting ? REWRITING : 'Rewrite'}
      </RowButton>
    </May>
  );
}

/** The way back: each status shows only its own action (A5.08). */
function SeldomAction(props: ActionProps) {
  const { article, desk, isBusy } = props;
  const { isRewriting, ...rewrite } = rewriteOf(props);
  const title = titleOf(article);
  if (article.status === 'published') {
    const run = () => void desk.actions.unpublish(article);
    return (
      <May least="publisher">
        <MoreMenu title={title} action={{ label: 'Unpublish', isDisabled: isBusy, run }} />
      </May>
    );
  }
  if (article.status !== 'rewritten' || desk.rewrites.notSetUp !== null) return null;
  const label = isRewriting ? REWRITING : 'Rewrite again';
  return (
    <May least="editor">
      <MoreMenu title={title} action={{ label, ...rewrite }} />
    </May>
  );
}

interface MoreMenuProps {
  /** The item that it is about. */
  title: string;
  action: { label: string; isDisabled: boolean; hint?: string | undefined; run: () => void };
}

/** Seldom used actions of an item, behind one button. */
function MoreMenu({ title, action }: MoreMenuProps) {
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
            {action.label}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Thumbnail({ src }: { src: string | null }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (!src || hasFailed) {
    return (
      <div
        aria-hidden
        data-thumbnail
        className="flex aspect-3/2 items-center justify-center bg-sunken text-faint"
      >
        <Newspaper className="size-6" />
      </div>
    );
  }
  return (
    <img
      src={src}
      alt=""
      data-thumbnail
      loading="lazy"
      className="picture aspect-3/2 w-full bg-sunken object-cover"
      onError={() => setHasFailed(true)}
    />
  );
}
