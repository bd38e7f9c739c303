import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { link } from '#kit/fields.ts';

export const redirects = defineCollection({
  name: 'redirects',
  table: 'redirects',
  label: { one: 'Redirect', many: 'Redirects' },
  group: 'promotion',
  title: 'fromPath',
  body: 'toPath',
  signedInOnly: 'all',
  search: ['fromPath', 'toPath'],
  card: ['fromPath', 'toPath'],
  columns: {
    toPath: 'To path',
    updatedAt: 'Updated',
  },
  unique: [['fromPath']],
  fields: {
    fromPath: link({ required: true, label: 'From path', max: 500 }),
    toPath: link({ required: true, label: 'To path', max: 1000 }),
  },
});

export type Redirect = ItemOf<typeof redirects>;
