import type { ServiceProvider } from '#content/service-providers/service-providers.collection.ts';
import { listQuery } from '#site/api/queries.ts';

export type ProviderCardData = Pick<ServiceProvider, 'id' | 'name' | 'description' | 'website'>;

const SHOWN = 5;

export const providersQuery = listQuery<ProviderCardData>('service-providers', { limit: SHOWN });
