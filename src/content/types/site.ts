import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/types';

export const typesSite: TypeSite = {
  ...listAndItems(FOLDER, 'type-list', 'type-detail'),
  area: {
    kind: 'Learn',
    title: 'Family Office Types',
    text: 'The forms a family office takes, and what each needs.',
  },
};
