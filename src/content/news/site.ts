import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FEED = '/feed.xml';

export const FOLDER = '/news';

export const newsSite: TypeSite = {
  ...listAndItems(FOLDER, 'news-list', 'article'),
  area: {
    kind: 'News',
    title: 'News and Analysis',
    text: 'What changed in family office software.',
  },
  feed: FEED,
  nav: { label: 'News', header: 4, footer: 8 },
};
