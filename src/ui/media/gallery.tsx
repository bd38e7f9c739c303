import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { useImage } from '../use-image.ts';
import type { LightboxImage } from './lightbox.tsx';

const Lightbox = lazy(() =>
  import('./lightbox.tsx').then((module) => ({ default: module.Lightbox })),
);

/** A 16:10 grid; without script each picture is a link to itself. */
export function Gallery({ images }: { images: readonly LightboxImage[] }) {
  const [pressed, setPressed] = useState<number | null>(null);
  return (
    <>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {images.map((image, position) => (
          <li key={image.src}>
            <Thumbnail image={image} onOpen={() => setPressed(position)} />
          </li>
        ))}
      </ul>
      {pressed !== null && (
        <Suspense>
          <Lightbox images={images} start={pressed} onClose={() => setPressed(null)} />
        </Suspense>
      )}
    </>
  );
}

function Thumbnail({ image, onOpen }: { image: LightboxImage; onOpen: () => void }) {
  const { src, watched } = useImage([image.src]);
  const hasFailed = src === undefined;
  return (
    <a
      href={image.src}
      aria-label={`Enlarge: ${image.alt}`}
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
      className="block aspect-16/10 overflow-hidden border border-line bg-sunken hover:border-ink"
    >
      <img
        {...watched}
        src={image.src}
        alt={image.alt}
        width={640}
        height={400}
        data-failed={hasFailed || undefined}
        className={clsx('picture size-full object-cover', hasFailed && 'opacity-40 grayscale')}
      />
    </a>
  );
}
