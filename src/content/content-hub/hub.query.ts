import { pathQuery } from '#site/api/queries.ts';

export const hubQuery = (slug: string) =>
  pathQuery('/api/content-hub-config/type/{slug}', { slug });
