import type { Folder } from '#client/href-to.ts';

const FOLDERS = {
  faq: '/faq',
  glossary: '/glossary',
  service: '/services',
  type: '/types',
} as const satisfies Record<string, Folder>;

export type HubType = keyof typeof FOLDERS;

/** Where a page that a hub names stands on the site. */
export const hubPath = (type: HubType, slug: string) => `${FOLDERS[type]}/${slug}`;
