import { clsx } from 'clsx';
import type { Article } from '../news.collection.ts';
import { isDrawing } from './article-facts.ts';

/** 400 px high with an overlay, as the spec has it; the title stands on paper above, where every picture leaves it readable. */
export function ArticleHero({ article }: { article: Article }) {
  return (
    <figure>
      <div className="article-hero relative h-[400px] overflow-hidden bg-[linear-gradient(160deg,#2b3743,#171d24)]">
        {article.imageUrl && (
          <img
            src={article.imageUrl}
            alt={article.imageAlt ?? ''}
            width={1600}
            height={900}
            fetchPriority="high"
            className={clsx(
              'absolute inset-0 size-full',
              isDrawing(article.imageUrl) ? 'ink-art' : 'picture object-cover',
            )}
          />
        )}
        <div
          aria-hidden
          data-overlay
          className="absolute inset-0 bg-[linear-gradient(to_top,rgb(15_19_24/0.16),transparent_40%)]"
        />
      </div>
      {article.imageCaption && (
        <figcaption className="mt-2 max-w-measure text-xs text-faint">
          {article.imageCaption}
        </figcaption>
      )}
    </figure>
  );
}
