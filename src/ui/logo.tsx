import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { Building2 } from './icons.tsx';
import { markOf } from './name-mark.ts';
import { useImage } from './use-image.ts';

const SIZES = {
  sm: { box: 'size-10', letter: 'text-[1.25rem]', pixels: 40 },
  md: { box: 'size-14', letter: 'text-[1.75rem]', pixels: 56 },
  lg: { box: 'size-20', letter: 'text-[2.5rem]', pixels: 80 },
} as const;

interface LogoProps {
  /** In order of preference; empty entries are skipped, a failed one gives way to the next. */
  sources: readonly (string | null | undefined)[];
  name?: string | null;
  size?: keyof typeof SIZES;
}

/** The name stands beside every logo, so the picture itself is decoration. */
export function Logo({ sources, name, size = 'md' }: LogoProps) {
  const { src, watched } = useImage(sources);
  const { box, letter, pixels } = SIZES[size];
  if (src) {
    return (
      <span className={clsx('block shrink-0 rounded-sm border border-line bg-white p-1.5', box)}>
        <img
          {...watched}
          key={src}
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          className="size-full object-contain"
        />
      </span>
    );
  }
  if (!name?.trim()) {
    return (
      <span
        aria-hidden
        data-logo-fallback="icon"
        className={clsx(
          'flex shrink-0 items-center justify-center rounded-sm border border-accent/30 bg-accent-wash text-accent',
          box,
        )}
      >
        <Building2 className="size-1/2 stroke-[1.5]" />
      </span>
    );
  }
  const mark = markOf(name);
  return (
    <span
      aria-hidden
      data-logo-fallback="initial"
      data-shape={mark.shape}
      style={{ '--hue': mark.hue } as CSSProperties}
      className={clsx(
        'name-mark flex shrink-0 items-center justify-center font-display leading-none font-medium',
        box,
        letter,
      )}
    >
      {mark.letter}
    </span>
  );
}
