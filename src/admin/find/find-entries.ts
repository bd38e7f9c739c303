import { adminHref } from '#admin/address.ts';
import { allCollections } from '#admin/collections.ts';
import type { Me } from '#admin/me.ts';
import { isForOwners, isOwnTab, OWN_TABS } from '#admin/own-tabs.ts';
import { editorHref, findTab } from '#admin/tabs.ts';
import type { Collection } from '#kit/collection.ts';
import { hasRole, type Role } from '#platform/roles.ts';
import { applyTheme, type ThemeChoice } from '#ui/theme.ts';

/** A screen, an action or a setting that Ctrl-K leads to. */
export interface FindEntry {
  kind: 'Screen' | 'Action' | 'Setting';
  title: string;
  /** Other words for it. */
  words?: string;
  least?: Role | undefined;
  /** An address of the panel, or something to do. */
  go: string | (() => unknown);
}

const part = (id: string) => `${adminHref('settings')}#${id}`;

/** Each setting with other words for it, its place, and the role that may change it. */
const SETTINGS: readonly (readonly [string, string, string, Role?])[] = [
  ['Name of the site, publisher and contact', 'title brand address email', part('site'), 'owner'],
  ['News feeds', 'rss atom sources fetch pause language category', part('news-feeds'), 'owner'],
  [
    'Integrations',
    'ai service picture search mail model key rewrite openai unsplash photos smtp sender test',
    part('integrations'),
    'owner',
  ],
  ['Background jobs', 'nightly timed schedule mail failures last run', part('jobs'), 'owner'],
  ['Your password and passkeys', 'second factor sessions sign in', adminHref('account')],
  ['Users and roles', 'people invite owner editor publisher viewer', adminHref('users'), 'owner'],
];

let provided: readonly FindEntry[] = [];

/** Content types hand in their own, once, when the panel starts. */
export const provideFindEntries = (given: readonly FindEntry[]) => {
  provided = given;
};

const openFile = (address: string) => () => window.location.assign(address);

const THEMES: readonly [ThemeChoice, string][] = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'Theme of the system'],
];

const ofCollection = (collection: Collection): FindEntry[] => {
  const { name, label, visible, insideTab } = collection;
  const isShown = insideTab !== undefined || findTab(name) !== undefined;
  if (!isShown) return [];
  const screen = insideTab ? adminHref({ name: insideTab }, name) : adminHref({ name });
  return [
    { kind: 'Screen', title: label.many, go: screen },
    {
      kind: 'Action',
      title: `New ${label.one}`,
      words: 'add create',
      least: visible ? 'editor' : 'publisher',
      go: editorHref(name, 'new'),
    },
    {
      kind: 'Action',
      title: `Export ${label.many} as CSV`,
      words: 'download spreadsheet',
      go: openFile(`/api/${name}/export.csv`),
    },
  ];
};

const allEntries = (): FindEntry[] => [
  ...allCollections().flatMap(ofCollection),
  ...Object.keys(OWN_TABS)
    .filter(isOwnTab)
    .map(
      (name): FindEntry => ({
        kind: 'Screen',
        title: OWN_TABS[name].label,
        least: isForOwners(name) ? 'owner' : undefined,
        go: adminHref(name),
      }),
    ),
  ...provided,
  ...SETTINGS.map(
    ([title, words, go, least]): FindEntry => ({ kind: 'Setting', title, words, go, least }),
  ),
  ...THEMES.map(
    ([choice, title]): FindEntry => ({
      kind: 'Action',
      title,
      words: 'appearance color',
      go: () => applyTheme(choice),
    }),
  ),
  { kind: 'Action', title: 'Sign out', words: 'log out logout', go: openFile('/api/logout') },
];

const MOST = 6;

/** Entries that these words name and this person may use; a title that begins with them comes first. */
export const findEntries = (asked: string, me: Me | null): FindEntry[] => {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const starts = ({ title }: FindEntry) => title.toLowerCase().startsWith(words.join(' '));
  return allEntries()
    .filter(({ least }) => !least || hasRole(me, least))
    .filter(({ kind, title, words: other = '' }) => {
      const named = `${kind} ${title} ${other}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      return words.every((word) => named.some((one) => one.startsWith(word)));
    })
    .sort((a, b) => Number(starts(b)) - Number(starts(a)))
    .slice(0, MOST);
};
