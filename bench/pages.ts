export interface BenchPage {
  name: string;
  path: string;
}

const HOME = '/';
const PROFILE = '/vendors/addepar';

/** Pages measured in every way; of lists that the starter content fills, so that both sizes show as much. */
export const PAGES: readonly BenchPage[] = [
  { name: 'home', path: HOME },
  { name: 'vendor list', path: '/vendors' },
  { name: 'vendors by features', path: '/vendors?feature=account-aggregation&partly=true' },
  { name: 'feature matrix', path: '/features/matrix?category=Data+Aggregation+%26+Integration' },
  { name: 'feature', path: '/features/access-permissions' },
  { name: 'vendor profile', path: PROFILE },
  { name: 'alternatives', path: '/vendors/addepar/alternatives' },
  { name: 'comparison', path: '/compare/addepar-vs-masttro' },
  { name: 'FAQ entry', path: '/faq/can-we-negotiate-software-prices' },
  { name: 'JSON vendor list', path: '/api/vendors?view=card&limit=24' },
];

export const isJson = (path: string) => path.startsWith('/api/');

/** Every other list and composed page, whose size must not follow the content's. */
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
  '/needs',
  '/needs?f=partnership-accounting&f=multi-currency-accounting&f=look-through-reporting&f=custodian-data-feeds&f=private-fund-tracking',
  '/compare/addepar-vs-asora-vs-masttro',
  '/compare/addepar-vs-altoo-vs-asora-vs-masttro',
  '/shortlist?v=addepar,asora,masttro',
  '/search?q=family+office',
  '/data',
  '/for-machines',
  '/accounting-software',
];
