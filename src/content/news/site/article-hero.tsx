import { Container } from '#ui/container.tsx';
import type { Article } from '../news.collection.ts';
import { dateOf, titleOf } from './article-facts.ts';

/** 400 px high, as the spec has it; the overlay keeps the words readable on any picture. */
export function ArticleHero({ article, date }: { article: Article; date: string }) {
  return (
    <figure className="mt-4">
      <div className="article-hero relative flex h-[400px] items-end overflow-hidden bg-[linear-gradient(160deg,#2b3743,#171d24)] text-white">
        {article.imageUrl && (
          <img
            src={article.imageUrl}
            alt={article.imageAlt ?? ''}
            width={1600}
            height={900}
            fetchPriority="high"
            className="absolute inset-0 size-full object-cover"
          />
        )}
        <div
          aria-hidden
          data-overlay
          className="absolute inset-0 bg-[linear-gradient(to_top,rgb(15_19_24/0.94),rgb(15_19_24/0.72)_55%,rgb(15_19_24/0.35))]"
        />
        <Container width="measure" className="relative pb-8">
          <div className="flex flex-wrap items-center gap-2">
            <span className="rounded-sm border border-white/60 px-1.5 py-0.5 text-2xs font-medium">
              News
            </span>
            {article.category && <span className="text-sm">{article.category}</span>}
          </div>
          <h1 className="mt-3 max-w-[30ch] font-display text-h1 font-[550] text-balance">
            {titleOf(article)}
          </h1>
          <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-white/90">
            <time dateTime={dateOf(article)}>{date}</time>
            {article.readingTime && <span>{article.readingTime} min read</span>}
            {article.originalPublisher && <span>{article.originalPublisher}</span>}
          </p>
        </Container>
      </div>
      {article.imageCaption && (
        <Container width="measure">
          <figcaption className="mt-2 text-xs text-faint">{article.imageCaption}</figcaption>
        </Container>
      )}
    </figure>
  );
}
