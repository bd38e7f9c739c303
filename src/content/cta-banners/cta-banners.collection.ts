import { defineCollection } from '#kit/collection.ts';
import { activity } from '#kit/field-groups.ts';
import { link, text } from '#kit/fields.ts';

export const ctaBanners = defineCollection({
  name: 'cta-banners',
  table: 'cta_banners',
  label: { one: 'Banner', many: 'Banners' },
  group: 'promotion',
  title: 'title',
  body: 'description',
  visible: { field: 'isActive', is: true },
  search: ['title', 'description'],
  card: ['title', 'description', 'buttonText', 'buttonUrl'],
  columns: {
    isActive: 'Status',
    buttonText: 'Button',
    buttonUrl: 'Target',
    updatedAt: 'Updated',
  },
  fields: {
    title: text({ required: true, max: 200 }),
    description: text({ max: 1000 }),
    buttonText: text({ required: true, max: 100 }),
    buttonUrl: link({ required: true, label: 'Button target' }),
    ...activity,
  },
});
