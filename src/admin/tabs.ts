import type { Collection } from '#kit/collection.ts';
import { adminHref } from './address.ts';
import type { Counts } from './api/admin-queries.ts';
import { allCollections } from './collections.ts';

export interface TabGroup {
  title: string;
  tabs: readonly Collection[];
}

export const TRASH_TAB = 'trash';
export const UNSAVED_TAB = 'unsaved';
export const SCHEDULED_TAB = 'scheduled';
export const MEDIA_TAB = 'media';
export const REVIEWS_TAB = 'reviews';
export const UPKEEP_TAB = 'upkeep';
export const LINKS_TAB = 'link-checks';
export const MISSING_TAB = 'missing-pages';

/** What keeps the content true, besides the content itself. */
export const UPKEEP_TABS = [UPKEEP_TAB, LINKS_TAB, MISSING_TAB] as const;

/** Tabs that belong to no collection, and what they are called. */
export const OWN_TABS: Readonly<Record<string, string>> = {
  [UPKEEP_TAB]: 'Queue',
  [LINKS_TAB]: 'Links',
  [MISSING_TAB]: 'Missing pages',
  [SCHEDULED_TAB]: 'Scheduled',
  [REVIEWS_TAB]: 'Reviews',
  [UNSAVED_TAB]: 'Unsaved work',
  [MEDIA_TAB]: 'Media',
  [TRASH_TAB]: 'Trash',
  activity: 'Activity',
  users: 'Users',
  account: 'Your account',
};

/** Screens of the desk itself, below the content. */
export const DESK_TABS = ['activity', 'users', 'account'];

const GROUPS: readonly [Collection['group'], string][] = [
  ['core', 'Core Content'],
  ['education', 'Educational Content'],
  ['system', 'SEO & System'],
  ['promotion', 'Guides & Promotion'],
];

/** The panel's tabs, from the registry, in its order. */
export const tabGroups = (): readonly TabGroup[] =>
  GROUPS.map(([group, title]) => ({
    title,
    tabs: allCollections().filter((collection) => collection.group === group),
  }));

export const findTab = (name: string): Collection | undefined =>
  tabGroups()
    .flatMap(({ tabs }) => tabs)
    .find((collection) => collection.name === name);

export const firstTab = (): Collection | undefined => tabGroups()[0]?.tabs[0];

export const totalOf = (group: TabGroup, counts: Counts): number =>
  group.tabs.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0);

const ITEM = /^(?:new|[1-9]\d{0,9})$/;

/** Collections without a tab of their own live inside another's: 'news/style-guides'. */
const hostOf = (name: string | undefined): string | undefined =>
  allCollections().find((collection) => collection.name === name)?.insideTab;

/** Where an item is edited: '/admin/faq/12', '/admin/news/style-guides/3'. */
export const editorHref = (name: string, id: number | 'new'): string => {
  const host = hostOf(name);
  return host ? adminHref(host, `${name}/${id}`) : adminHref(name, id);
};

/** Whether the panel has something at this address: '', 'faq', 'faq/12', 'faq/new', 'trash'. */
export const isPanelPath = (splat: string): boolean => {
  const [tab = '', ...rest] = splat.split('/').filter(Boolean);
  if (tab === '') return true;
  if (tab in OWN_TABS) return rest.length === 0;
  const [item, ...more] = hostOf(rest[0]) === tab ? rest.slice(1) : rest;
  return findTab(tab) !== undefined && more.length === 0 && (item === undefined || ITEM.test(item));
};
