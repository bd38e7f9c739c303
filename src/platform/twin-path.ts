const HOME = '/index.md';

/** Where the Markdown twin of a page stands: '/vendors/addepar.md', and '/index.md' of the home page. */
export const twinPath = (address: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
  return `${path === '/' || path === '' ? HOME : `${path}.md`}${rest}`;
};

/** The page of such an address; undefined where it is none. */
export const pageOfTwin = (path: string): string | undefined => {
  if (path === HOME) return '/';
  return /^\/.+\.md$/.test(path) ? path.slice(0, -3) : undefined;
};
