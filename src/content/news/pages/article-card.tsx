import { clsx } from 'clsx';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { Card } from '#ui/card.tsx';
import { Newspaper } from '#ui/icons.tsx';
import type { Article } from '../news.collection.ts';
import { titleOf } from '../title-of.ts';
import { dateOf, isDrawing } from './article-facts.ts';

export type ArticleCardData = CardResponse<'news'>;

interface ArticlePictureProps {
  article: Pick<Article, 'imageUrl' | 'imageAlt'>;
  /** The picture that a reader sees first is not put off. */
  priority?: boolean;
}

export function ArticlePicture({ article, priority }: ArticlePictureProps) {
  if (!article.imageUrl) {
    return (
      <span className="flex aspect-video w-full items-center justify-center border border-line bg-sunken text-faint">
        <Newspaper aria-hidden className="size-10 stroke-[1.25]" />
      </span>
    );
  }
  return (
    <img
      src={article.imageUrl}
      alt={article.imageAlt ?? ''}
      width={640}
      height={360}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={clsx(
        'aspect-video w-full object-cover',
        isDrawing(article.imageUrl) ? 'ink-art' : 'picture',
      )}
    />
  );
}

interface ArticleCardProps {
  article: ArticleCardData;
  /** Set where the list names authors. */
  author?: string;
}

export function ArticleCard({ article, author }: ArticleCardProps) {
  const date = dateOf(article);
  return (
    <Card
      href={hrefTo('/news/$slug', { slug: article.slug })}
      title={titleOf(article)}
      overline={article.category}
      action="Read More"
      media={<ArticlePicture article={article} />}
      meta={
        <>
          <time dateTime={date}>{formatDate(date)}</time>
          {article.readingTime && <span>{article.readingTime} min read</span>}
          {author && <span>{author}</span>}
        </>
      }
    >
      {article.excerpt}
    </Card>
  );
}
