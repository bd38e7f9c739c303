const HOME = '/index.md';

/** Screens, calls and files, which look like pages. */
const NO_PAGE = /^\/(?:admin|api|auth|corrections\/new|mcp|preview)(?:\/|$)|\.\w+$/;

/** Whether pages of this kind have a twin; there may still be no such page. */
export const hasTwin = (path: string): boolean => !NO_PAGE.test(path);

/** The address of a page's Markdown twin: '/vendors/addepar.md', and '/index.md' for the home page. */
export const twinPath = (address: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
  return `${path === '/' || path === '' ? HOME : `${path}.md`}${rest}`;
};

/** The page of such an address; undefined where it is none. */
export const pageOfTwin = (path: string): string | undefined => {
  if (path === HOME) return '/';
  return /^\/.+\.md$/.test(path) ? path.slice(0, -3) : undefined;
};
