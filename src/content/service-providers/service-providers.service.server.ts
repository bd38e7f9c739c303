import { sql } from 'drizzle-orm';
import { services } from '#content/services/services.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { serviceProviders } from './service-providers.collection.ts';

const { serviceIds } = tableOf(serviceProviders);
const table = tableOf(services);

/** A service, those of the same category, and the main service that the category is named after. */
const slugsNear = (slugs: string[]) => sql`select near.slug from ${table} own
  join ${table} near on near.slug = own.slug or near.title = own.category
    or own.title = near.category or (near.category = own.category and own.category <> 'Main Services')
  where own.slug = any(${sql.param(slugs)}::text[])`;

export const providerBehaviour = {
  filters: {
    service: {
      description: 'Those that offer a service, by its slug, or another one of its category',
      where: (slugs) => sql`${serviceIds} && array(${slugsNear(slugs)})`,
    },
  },
} satisfies Behaviour<typeof serviceProviders>;
