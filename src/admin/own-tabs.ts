import type { Role } from '#platform/roles.ts';

/** Tabs that belong to no collection, with their labels and navigation groups. */
export const OWN_TABS = {
  upkeep: { label: 'Queue', group: 'upkeep' },
  'link-checks': { label: 'Links', group: 'upkeep' },
  corrections: { label: 'Corrections', group: 'upkeep' },
  inbox: { label: 'Inbox', group: 'work' },
  unsaved: { label: 'Unsaved work', group: 'work' },
  media: { label: 'Media', group: 'work' },
  trash: { label: 'Trash', group: 'work' },
  settings: { label: 'Settings', group: 'settings' },
  users: { label: 'Users', group: 'settings' },
  account: { label: 'Your account', group: 'settings' },
  activity: { label: 'Activity', group: 'settings' },
  tokens: { label: 'Tokens', group: 'settings' },
  webhooks: { label: 'Webhooks', group: 'settings' },
} as const;

export type OwnTab = keyof typeof OWN_TABS;

export const isOwnTab = (name: string): name is OwnTab => Object.hasOwn(OWN_TABS, name);

/** Screens whose calls are for owners alone. */
const OF_OWNERS: readonly OwnTab[] = ['tokens', 'webhooks', 'settings'];

export const isForOwners = (name: OwnTab): boolean => OF_OWNERS.includes(name);

/** Places of the navigation that hold several screens. */
export const OWN_GROUPS = { upkeep: 'Upkeep', settings: 'Settings' } as const;

export type OwnGroup = keyof typeof OWN_GROUPS;

/** The screens of a place that this role may open, in their order. */
export const ownTabsOf = (group: OwnGroup, role: Role | undefined): OwnTab[] =>
  Object.keys(OWN_TABS)
    .filter(isOwnTab)
    .filter((name) => OWN_TABS[name].group === group)
    .filter((name) => role === 'owner' || !isForOwners(name));

/** The place that a screen shares with others. */
export const groupOf = (name: string): OwnGroup | undefined => {
  const group = isOwnTab(name) ? OWN_TABS[name].group : 'work';
  return group === 'work' ? undefined : group;
};
