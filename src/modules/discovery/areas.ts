/** A page of the site that is not an item: what it is called on a social card and in llms.txt. */
export interface Area {
  path: string;
  kind: string;
  title: string;
  text: string;
}

export const HOME = {
  path: '/',
  kind: 'Independent guide',
  title: 'Family office software, described from its sources',
  text: 'An independent guide and directory of software for family offices: vendor profiles with sources, side-by-side comparisons, buyer’s guides, definitions and news.',
} as const satisfies Area;

/** Lists and tools, in the order in which a reader meets them. */
export const AREAS: readonly Area[] = [
  {
    path: '/vendors',
    kind: 'Directory',
    title: 'Family Office Software Vendors',
    text: 'Profiles of family office software vendors, each with its sources.',
  },
  {
    path: '/compare',
    kind: 'Tool',
    title: 'Compare Family Office Software',
    text: 'Any two platforms side by side, row by row.',
  },
  {
    path: '/buyers-guides',
    kind: 'Guides',
    title: 'Family Office Software Buyer’s Guides',
    text: 'What to insist on and what to watch for, by kind of buyer.',
  },
  {
    path: '/use-cases',
    kind: 'Guides',
    title: 'Use Cases',
    text: 'Implementation guides: what to prepare and in which order to work.',
  },
  {
    path: '/features',
    kind: 'Directory',
    title: 'Family Office Software Features',
    text: 'What family office software does, feature by feature.',
  },
  {
    path: '/services',
    kind: 'Learn',
    title: 'Family Office Services',
    text: 'What a family office can buy as a service, and where software takes over.',
  },
  {
    path: '/types',
    kind: 'Learn',
    title: 'Family Office Types',
    text: 'The forms a family office takes, and what each needs.',
  },
  {
    path: '/faq',
    kind: 'Learn',
    title: 'Frequently Asked Questions',
    text: 'Short answers about choosing, paying for and running the software.',
  },
  {
    path: '/glossary',
    kind: 'Learn',
    title: 'Family Office Glossary',
    text: 'The words of the trade, each defined exactly and in plain English.',
  },
  {
    path: '/news',
    kind: 'News',
    title: 'News and Analysis',
    text: 'What changed in family office software.',
  },
];
