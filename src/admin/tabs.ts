import { type Collection, markdownFieldsOf } from '#kit/collection.ts';
import { adminHref } from './address.ts';
import type { Counts } from './api/admin-queries.ts';
import { allCollections } from './collections.ts';
import { isOwnTab } from './own-tabs.ts';

export interface TabGroup {
  title: string;
  tabs: readonly Collection[];
}

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
  return host ? adminHref({ name: host }, `${name}/${id}`) : adminHref({ name }, id);
};

/** Whether the panel has something at this address: '', 'faq', 'faq/12', 'faq/new', 'trash'. */
export const isPanelPath = (splat: string): boolean => {
  const [tab = '', ...rest] = splat.split('/').filter(Boolean);
  if (tab === '') return true;
  if (isOwnTab(tab)) return rest.length === 0;
  const isInside = hostOf(rest[0]) === tab;
  const [item, ...more] = isInside ? rest.slice(1) : rest;
  const collection = findTab(tab);
  if (!collection || (item !== undefined && !ITEM.test(item))) return false;
  // A text has a writing page.
  if (more.length === 1 && more[0] === 'write')
    return !isInside && markdownFieldsOf(collection).length > 0;
  return more.length === 0;
};
