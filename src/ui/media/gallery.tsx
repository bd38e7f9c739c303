import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { useEarlyFailure } from '../use-image-failure.ts';
import type { LightboxImage } from './lightbox.tsx';

const Lightbox = lazy(() =>
  import('./lightbox.tsx').then((module) => ({ default: module.Lightbox })),
);

/** A 16:10 grid; without script each picture is a link to itself. */
export function Gallery({ images }: { images: readonly LightboxImage[] }) {
  const [index, setIndex] = useState<number | null>(null);
  const [used, setUsed] = useState(false);
  const open = (position: number) => {
    setUsed(true);
    setIndex(position);
  };
  return (
    <>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {images.map((image, position) => (
          <li key={image.src}>
            <Thumbnail image={image} onOpen={() => open(position)} />
          </li>
        ))}
      </ul>
      {used && (
        <Suspense fallback={null}>
          <Lightbox images={images} index={index} onIndexChange={setIndex} />
        </Suspense>
      )}
    </>
  );
}

function Thumbnail({ image, onOpen }: { image: LightboxImage; onOpen: () => void }) {
  const [failed, setFailed] = useState(false);
  const ref = useEarlyFailure(image.src, () => setFailed(true));
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
        ref={ref}
        src={image.src}
        alt={image.alt}
        width={640}
        height={400}
        loading="lazy"
        decoding="async"
        data-failed={failed || undefined}
        onError={() => setFailed(true)}
        className={clsx('picture size-full object-cover', failed && 'opacity-40 grayscale')}
      />
    </a>
  );
}
