import type { ContentHubConfig } from '#content/content-hub/content-hub.collection.ts';
import { pathQuery } from './api/queries.ts';

export const hubQuery = (slug: string) =>
  pathQuery<ContentHubConfig | null>(`/api/content-hub-config/type/${encodeURIComponent(slug)}`);
