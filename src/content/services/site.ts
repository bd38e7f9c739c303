import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/services';

export const servicesSite: TypeSite = {
  ...listAndItems(FOLDER, 'service-list', 'service-detail'),
  area: {
    kind: 'Learn',
    title: 'Family Office Services',
    text: 'What a family office can buy as a service, and where software takes over.',
  },
};

export const PAGE_SIZE = 100;
