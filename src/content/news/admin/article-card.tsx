import { useState } from 'react';
import { formatDay } from '#admin/format-moment.ts';
import type { Article } from '#content/news/news.collection.ts';
import { countWords, readingMinutes } from '#content/shared/reading-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Newspaper } from '#ui/icons.tsx';
import { STATUS_LABELS, STATUS_TONES } from './article-status.ts';

export interface ArticleActions {
  rewrite: () => void;
  publish: () => void;
  generateSeo: () => void;
  remove: () => void;
}

interface ArticleCardProps {
  article: Article;
  editHref: string;
  actions: ArticleActions;
  isRewriting: boolean;
  /** No further rewrite can start now. */
  isFull: boolean;
  isBusy: boolean;
}

const wordsOf = ({ wordCount, rewrittenContent, originalContent }: Article) =>
  wordCount ?? countWords(rewrittenContent || originalContent);

/** One article: what it is, how far it is, and what can be done with it now. */
export function ArticleCard(props: ArticleCardProps) {
  const { article, editHref, actions, isBusy } = props;
  const title = article.rewrittenTitle || article.title;
  const words = wordsOf(article);
  const publisher = article.originalPublisher || 'Own article';
  const day = formatDay(article.originalPublishedAt ?? article.createdAt);
  return (
    <li
      data-article={article.id}
      className="grid gap-x-4 gap-y-3 border-t border-line py-4 grid-cols-[5.5rem_1fr] sm:grid-cols-[9rem_1fr]"
    >
      <Thumbnail key={article.imageUrl} src={article.imageUrl} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={STATUS_TONES[article.status] ?? 'neutral'}>
            {STATUS_LABELS[article.status] ?? article.status}
          </Badge>
          {article.isRewritten && (
            <span data-rewritten-badge className="inline-flex">
              <Badge tone="accent">Rewritten</Badge>
            </span>
          )}
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
          <Button
            size="sm"
            aria-label={`SEO: ${title}`}
            disabled={isBusy}
            onClick={actions.generateSeo}
          >
            SEO
          </Button>
          <ButtonLink size="sm" href={editHref} aria-label={`Edit: ${title}`}>
            Edit
          </ButtonLink>
          <Button
            size="sm"
            aria-label={`Delete: ${title}`}
            disabled={isBusy}
            onClick={actions.remove}
          >
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}

/** What the status asks for next. */
function OwnAction({ article, actions, isRewriting, isFull, isBusy }: ArticleCardProps) {
  const title = article.rewrittenTitle || article.title;
  if (article.status === 'published') {
    return (
      <ButtonLink size="sm" variant="primary" external href={`/news/${article.slug}`}>
        View Article
      </ButtonLink>
    );
  }
  if (article.status === 'rewritten') {
    return (
      <Button
        size="sm"
        variant="primary"
        aria-label={`Publish: ${title}`}
        disabled={isBusy}
        onClick={actions.publish}
      >
        Publish
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Rewrite: ${title}`}
      disabled={isRewriting || isFull || isBusy}
      title={isFull && !isRewriting ? 'Two rewrites are running; please wait for one' : undefined}
      onClick={actions.rewrite}
    >
      {isRewriting ? 'Rewriting...' : 'Rewrite'}
    </Button>
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
