import { useState } from 'react';
import { formatDay } from '#admin/format-date-time.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { WaitingBadges } from '#admin/list/waiting-badges.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import { hrefTo } from '#client/href-to.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Newspaper } from '#ui/icons.tsx';
import { STATUSES } from './article-status.ts';
import { publisherOf } from './editor/article-check.ts';
import { MoreMenu } from './more-menu.tsx';
import { FULL } from './rewrites/use-rewrites.ts';

const REWRITING = 'Rewriting...';

interface ArticleActions {
  rewrite: () => void;
  publish: () => void;
  unpublish: () => void;
  generateSeo: () => void;
  remove: () => void;
}

interface ArticleCardProps {
  article: Article;
  editHref: string;
  rowProps: RowProps;
  actions: ArticleActions;
  mayRewrite: boolean;
  isRewriting: boolean;
  /** No further rewrite can start now. */
  isFull: boolean;
  isBusy: boolean;
  selection: Selection;
}

const wordsOf = ({ wordCount, rewrittenContent, originalContent }: Article) =>
  wordCount ?? countMarkdownWords(rewrittenContent || originalContent);

/** One article with its state and the actions available now. */
export function ArticleCard(props: ArticleCardProps) {
  const { article, editHref, actions, isBusy, selection } = props;
  const { mayChange } = useMayChange(news);
  const title = titleOf(article);
  const words = wordsOf(article);
  const publisher = publisherOf(article);
  const day = formatDay(article.originalPublishedAt ?? article.createdAt);
  return (
    <li
      data-article={article.id}
      {...props.rowProps}
      className="grid gap-x-4 gap-y-3 border-t border-line py-4 grid-cols-[5.5rem_1fr] sm:grid-cols-[9rem_1fr]"
    >
      <Thumbnail key={article.imageUrl} src={article.imageUrl} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          {mayChange(article) && <SelectBox id={article.id} title={title} selection={selection} />}
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
          <span>{words === 1 ? '1 word' : `${words} words`}</span>
          <span>{article.readingTime ?? readingMinutes(words)} min read</span>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <OwnAction {...props} />
          {mayChange(article) && (
            <Button
              size="sm"
              aria-label={`SEO: ${title}`}
              disabled={isBusy}
              onClick={actions.generateSeo}
            >
              SEO
            </Button>
          )}
          <May least="editor">
            <ButtonLink size="sm" href={editHref} aria-label={`Edit: ${title}`}>
              Edit
            </ButtonLink>
          </May>
          {mayChange(article) && (
            <Button
              size="sm"
              aria-label={`Delete: ${title}`}
              disabled={isBusy}
              onClick={actions.remove}
            >
              Delete
            </Button>
          )}
          <SeldomAction {...props} />
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

/** The next step for the status. */
function OwnAction(props: ArticleCardProps) {
  const { article, actions, isBusy, isRewriting, isFull } = props;
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
        <Button
          size="sm"
          variant="primary"
          aria-label={`Publish: ${title}`}
          disabled={isBusy || isRewriting}
          onClick={actions.publish}
        >
          Publish
        </Button>
      </May>
    );
  }
  if (!props.mayRewrite) return null;
  return (
    <May least="editor">
      <Button
        size="sm"
        variant="primary"
        aria-label={`Rewrite: ${title}`}
        disabled={isRewriting || isFull || isBusy}
        title={isFull && !isRewriting ? FULL : undefined}
        onClick={actions.rewrite}
      >
        {isRewriting ? REWRITING : 'Rewrite'}
      </Button>
    </May>
  );
}

/** The way back: each status shows only its own action (A5.08). */
function SeldomAction(props: ArticleCardProps) {
  const { article, actions, isBusy, isRewriting, isFull } = props;
  const title = titleOf(article);
  if (article.status === 'published') {
    return (
      <May least="publisher">
        <MoreMenu
          title={title}
          action={{ label: 'Unpublish', isDisabled: isBusy, run: actions.unpublish }}
        />
      </May>
    );
  }
  if (article.status !== 'rewritten' || !props.mayRewrite) return null;
  return (
    <May least="editor">
      <MoreMenu
        title={title}
        action={{
          label: isRewriting ? REWRITING : 'Rewrite again',
          isDisabled: isRewriting || isFull || isBusy,
          hint: isFull && !isRewriting ? FULL : undefined,
          run: actions.rewrite,
        }}
      />
    </May>
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
