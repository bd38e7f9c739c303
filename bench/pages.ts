export interface BenchPage {
  name: string;
  path: string;
}

/** What is measured in every way. */
export const PAGES: readonly BenchPage[] = [
  { name: 'home', path: '/' },
  { name: 'vendor list', path: '/vendors' },
  { name: 'vendor profile', path: '/vendors/addepar' },
  { name: 'comparison', path: '/compare/addepar-vs-masttro' },
  { name: 'FAQ entry', path: '/faq/can-we-negotiate-software-prices' },
  { name: 'JSON vendor list', path: '/api/vendors?view=card&limit=24' },
];

export const PROFILE = '/vendors/addepar';

export const isJson = (path: string) => path.startsWith('/api/');

/** Every other list, whose size must not follow the content's. */
export const MORE_PAGES = [
  '/news',
  '/glossary',
  '/faq',
  '/features',
  '/services',
  '/types',
  '/use-cases',
  '/buyers-guides',
  '/compare',
  '/accounting-software',
];
