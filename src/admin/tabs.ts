import { registry } from '#content/index.ts';
import type { Collection } from '#kit/collection.ts';
import type { Counts } from './api/admin-queries.ts';

export interface TabGroup {
  title: string;
  tabs: readonly Collection[];
}

export const TRASH_TAB = 'trash';

const GROUPS: readonly [Collection['group'], string][] = [
  ['core', 'Core Content'],
  ['education', 'Educational Content'],
  ['system', 'SEO & System'],
  ['promotion', 'Guides & Promotion'],
];

/** The panel's tabs, from the registry, in its order. */
export const tabGroups: readonly TabGroup[] = GROUPS.map(([group, title]) => ({
  title,
  tabs: registry.filter((collection) => collection.group === group),
}));

export const findTab = (name: string): Collection | undefined =>
  tabGroups.flatMap(({ tabs }) => tabs).find((collection) => collection.name === name);

export const firstTab: Collection | undefined = tabGroups[0]?.tabs[0];

export const totalOf = (group: TabGroup, counts: Counts): number =>
  group.tabs.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0);

const ITEM = /^(?:new|[1-9]\d{0,9})$/;

/** Collections without a tab of their own live inside another's: 'news/style-guides'. */
const isInner = (name: string | undefined) =>
  registry.some((collection) => collection.group === 'hidden' && collection.name === name);

/** Whether the panel has something at this address: '', 'faq', 'faq/12', 'faq/new', 'trash'. */
export const isPanelPath = (splat: string): boolean => {
  const [tab = '', ...rest] = splat.split('/').filter(Boolean);
  if (tab === '') return true;
  if (tab === TRASH_TAB) return rest.length === 0;
  const [item, ...more] = isInner(rest[0]) ? rest.slice(1) : rest;
  return findTab(tab) !== undefined && more.length === 0 && (item === undefined || ITEM.test(item));
};
