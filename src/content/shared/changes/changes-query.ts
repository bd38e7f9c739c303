import { pathQuery } from '#site/api/queries.ts';

export const changesQuery = (vendor?: string, limit?: number) =>
  pathQuery('/api/changes', { vendor, limit });
