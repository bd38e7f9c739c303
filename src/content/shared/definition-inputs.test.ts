import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineCollection } from '#kit/collection.ts';
import { json, text } from '#kit/fields.ts';
import { missingIn } from './definition-inputs.ts';

it('A4.11 A6.05 A8.04 A9.07 names what is empty, in the order of the form', () => {
  const made = defineCollection({
    name: 'made',
    table: 'made',
    label: { one: 'Made', many: 'Made' },
    group: 'system',
    title: 'title',
    search: ['title'],
    card: ['title'],
    fields: {
      title: text({ required: true }),
      pageSlug: text({ required: true }),
      topic: text({ required: true }),
      note: text(),
      related: json(z.array(z.string()), { required: true }),
    },
  });
  expect(missingIn(made, { title: ' \n', pageSlug: null })).toEqual({
    title: 'Title is required',
    pageSlug: 'Page slug is required',
    topic: 'Topic is required',
  });
  expect(missingIn(made, { title: 'a', pageSlug: 0, topic: ' b ' })).toEqual({});
});
