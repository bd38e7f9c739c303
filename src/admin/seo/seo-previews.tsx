import { useState } from 'react';
import type { Collection } from '#kit/collection.ts';

interface SeoPreviewsProps {
  collection: Collection;
  slug: string;
  title: string;
  description: string;
  image: string;
}

/** Search engines cut at about these lengths. */
const SHOWN_TITLE = 60;
const SHOWN_DESCRIPTION = 160;

export const cutForPreview = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).trimEnd()} …` : text;

/** 'example.com › news › a-slug', as search results print an address. */
export const breadcrumbOf = (host: string, publicPath: string, slug: string): string =>
  [host, ...publicPath.split('/').filter(Boolean), slug].filter(Boolean).join(' › ');

/** Previews of the page as a search result and as a social card. */
export function SeoPreviews({ collection, slug, title, description, image }: SeoPreviewsProps) {
  const { host } = window.location;
  const shownTitle = cutForPreview(title || 'Meta title', SHOWN_TITLE);
  const shownText = cutForPreview(
    description || 'The meta description appears here.',
    SHOWN_DESCRIPTION,
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <figure>
        <figcaption className="mb-1 text-xs font-medium text-soft">Search result</figcaption>
        <div className="border border-line bg-raised p-4 wrap-anywhere">
          <p className="text-2xs text-faint">
            {breadcrumbOf(host, collection.publicPath ?? '', slug)}
          </p>
          <p className="mt-1 text-lead leading-snug text-accent">{shownTitle}</p>
          <p className="mt-1 text-xs text-soft">{shownText}</p>
        </div>
      </figure>
      <figure>
        <figcaption className="mb-1 text-xs font-medium text-soft">Social card</figcaption>
        <div className="max-w-sm border border-line bg-raised wrap-anywhere">
          <CardPicture key={image} image={image} title={shownTitle} />
          <div className="border-t border-line p-4">
            <p className="text-2xs text-faint">{host}</p>
            <p className="mt-1 text-sm font-semibold">{shownTitle}</p>
            <p className="mt-1 line-clamp-2 text-xs text-soft">{shownText}</p>
          </div>
        </div>
      </figure>
    </div>
  );
}

/** The item's image; without one the site draws a card from the title. */
function CardPicture({ image, title }: { image: string; title: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (image !== '' && !hasFailed) {
    return (
      <img
        src={image}
        alt=""
        className="picture aspect-[1.91] w-full object-cover"
        onError={() => setHasFailed(true)}
      />
    );
  }
  return (
    <div aria-hidden className="flex aspect-[1.91] items-end bg-sunken p-5">
      <span className="line-clamp-3 font-serif text-h3 font-semibold">{title}</span>
    </div>
  );
}
