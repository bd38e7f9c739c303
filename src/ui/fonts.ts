import interUrl from './fonts/inter-basic.woff2?url';
import serifUrl from './fonts/source-serif-basic.woff2?url';

/** Titles and text are set in these two; asked for with the page, they are there at its first paint or soon after. */
export const preloadedFonts = [serifUrl, interUrl].map((href) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
}));
