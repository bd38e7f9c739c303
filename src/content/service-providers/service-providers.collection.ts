import { defineCollection } from '#kit/collection.ts';
import { activity } from '#kit/field-groups.ts';
import { link, list, text } from '#kit/fields.ts';

export const serviceProviders = defineCollection({
  name: 'service-providers',
  table: 'service_providers',
  label: { one: 'Provider', many: 'Providers' },
  group: 'system',
  title: 'name',
  body: 'description',
  visible: { field: 'isActive', is: true },
  search: ['name', 'description'],
  card: ['name', 'description', 'website', 'serviceIds'],
  columns: {
    isActive: 'Status',
    website: 'Website',
    displayOrder: 'Order',
    updatedAt: 'Updated',
  },
  hasCards: true,
  fields: {
    name: text({ required: true, max: 200 }),
    description: text({ max: 2000 }),
    website: link(),
    minimumAssets: text({ max: 300 }),
    serviceIds: list({ to: 'services', label: 'Services', help: 'What this provider offers.' }),
    ...activity,
  },
});
