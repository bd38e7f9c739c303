import type { POPULAR_PAIRS } from './site.ts';

/** Each fixed pair's title, and the difference between its vendors. */
export const POPULAR_TEXTS: Record<
  (typeof POPULAR_PAIRS)[number],
  { title: string; text: string }
> = {
  'addepar-vs-masttro': {
    title: 'Addepar vs Masttro',
    text: 'A wealth data platform used across the adviser world, beside one that grew up inside a family office.',
  },
  'eton-solutions-vs-fundcount': {
    title: 'Eton Solutions vs FundCount',
    text: 'Two ways to keep partnership books: an integrated platform and an accounting engine.',
  },
  'asora-vs-altoo': {
    title: 'Asora vs Altoo',
    text: 'Two European platforms that put the wealth owner in front of the data.',
  },
};
