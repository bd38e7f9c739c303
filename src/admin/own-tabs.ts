/** Tabs that belong to no collection, with their labels and navigation groups. */
export const OWN_TABS = {
  upkeep: { label: 'Queue', group: 'upkeep' },
  'link-checks': { label: 'Links', group: 'upkeep' },
  'missing-pages': { label: 'Missing pages', group: 'upkeep' },
  corrections: { label: 'Corrections', group: 'upkeep' },
  'vendor-words': { label: 'Vendors’ word', group: 'upkeep' },
  inbox: { label: 'Inbox', group: 'work' },
  scheduled: { label: 'Scheduled', group: 'work' },
  releases: { label: 'Releases', group: 'work' },
  reviews: { label: 'Reviews', group: 'work' },
  unsaved: { label: 'Unsaved work', group: 'work' },
  media: { label: 'Media', group: 'work' },
  trash: { label: 'Trash', group: 'work' },
  activity: { label: 'Activity', group: 'desk' },
  users: { label: 'Users', group: 'desk' },
  tokens: { label: 'Tokens', group: 'desk' },
  webhooks: { label: 'Webhooks', group: 'desk' },
  settings: { label: 'Settings', group: 'desk' },
  account: { label: 'Your account', group: 'desk' },
} as const;

export type OwnTab = keyof typeof OWN_TABS;

export const isOwnTab = (name: string): name is OwnTab => Object.hasOwn(OWN_TABS, name);

/** Screens whose calls are for owners alone. */
const OF_OWNERS: readonly OwnTab[] = ['tokens', 'webhooks', 'settings'];

export const isForOwners = (name: OwnTab): boolean => OF_OWNERS.includes(name);

export const ownTabsOf = (group: 'upkeep' | 'desk'): OwnTab[] =>
  Object.keys(OWN_TABS)
    .filter(isOwnTab)
    .filter((name) => OWN_TABS[name].group === group);
