import { expect, it } from 'vitest';
import { requireFields } from './form-values.ts';

it('A4.11 A6.05 A8.04 A9.07 names what is empty, in the order of the form', () => {
  const labels = { title: 'Title', pageSlug: 'Page slug', topic: 'Topic' };
  expect(requireFields(labels, { title: ' \n', pageSlug: null })).toEqual({
    title: 'Title is required',
    pageSlug: 'Page slug is required',
    topic: 'Topic is required',
  });
  expect(requireFields(labels, { title: 'a', pageSlug: 0, topic: ' b ' })).toEqual({});
});
