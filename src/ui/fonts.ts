import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2?url';

/** The one preload: page titles and leads are set in this file. */
export const preloadedFont = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
  href: serifUrl,
} as const;
