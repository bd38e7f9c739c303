const LIST = ['page'] as const;

/** The query parameters that each page reads; the page cache ignores all others. */
const PARAMS: Record<string, readonly string[]> = {
  '/vendors': ['q', 'category', 'market', 'aum', 'page'],
  '/features': ['q', 'category', 'page'],
  '/faq': ['q', 'category', 'page'],
  '/glossary': ['q', 'category', 'letter', 'page'],
  '/services': LIST,
  '/types': LIST,
  '/use-cases': LIST,
  '/buyers-guides': LIST,
  '/news': LIST,
  '/compare': ['vendor', 'second', 'find'],
  '/auth': ['message', 'error'],
  '/auth/reset': ['token'],
};

export const knownParams = (path: string): readonly string[] => PARAMS[path] ?? [];
