import { formatDate } from '#content/shared/format-date.ts';
import { Badge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Article } from '../news.collection.ts';
import { titleOf } from '../title-of.ts';
import { dateOf, EDITORS } from './article-facts.ts';

/** The title on calm ground, and who says it, when, and in how many minutes. */
export function ArticleHeader({ article }: { article: Article }) {
  const date = dateOf(article);
  return (
    <PageHeader
      overline={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">News</Badge>
          {article.category}
        </span>
      }
      title={titleOf(article)}
      lead={article.excerpt ? <p>{article.excerpt}</p> : null}
      meta={
        <>
          <span>By {article.originalAuthor || EDITORS}</span>
          <time dateTime={date}>{formatDate(date)}</time>
          {article.readingTime && <span>{article.readingTime} min read</span>}
          {article.originalPublisher && <span>{article.originalPublisher}</span>}
        </>
      }
    />
  );
}
