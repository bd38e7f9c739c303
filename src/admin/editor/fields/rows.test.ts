import { expect, it } from 'vitest';
import { buyersGuides } from '#content/buyers-guides/buyers-guides.collection.ts';
import { comparisons } from '#content/comparisons/comparisons.collection.ts';
import { useCases } from '#content/use-cases/use-cases.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { addOnce } from './chips-input.tsx';
import { emptyRow, moved, readMixed, readShape, showMixed } from './rows.ts';

const columnsOf = (shape: ReturnType<typeof readShape>) =>
  shape.kind === 'rows' ? shape.columns.map(([key, { kind }]) => `${key}:${kind}`) : shape.kind;

const partOf = (shape: ReturnType<typeof readShape>, name: string) => {
  const found = shape.kind === 'rows' && shape.columns.find(([key]) => key === name);
  if (!found) throw new Error(`No ${name}`);
  return found[1];
};

it('A3.14 A16.08 reads from a definition how its structured fields are typed', () => {
  expect(columnsOf(readShape(vendors.fields.videos.shape))).toEqual([
    'platform:choice',
    'url:text',
    'embedId:text',
    'title:text',
    'thumbnail:text',
  ]);
  expect(columnsOf(readShape(vendors.fields.gallery.shape))).toBe('addresses');
  expect(columnsOf(readShape(useCases.fields.contentSections.shape))).toEqual([
    'id:text',
    'title:text',
    'content:text',
    'order:integer',
    'features:list',
  ]);
  expect(columnsOf(readShape(buyersGuides.fields.sections.shape))).toEqual([
    'heading:text',
    'content:json',
  ]);
  const matrix = readShape(comparisons.fields.comparisonMatrix.shape);
  expect(columnsOf(matrix)).toEqual(['name:text', 'items:json']);
  expect(columnsOf(readShape(partOf(matrix, 'items').shape))).toEqual([
    'label:text',
    'vendorA:json',
    'vendorB:json',
  ]);
  expect(partOf(readShape(useCases.fields.contentSections.shape), 'content').rows).toBe(4);
  const sources = columnsOf(readShape(vendors.fields.sources.shape));
  expect(sources).toContain('quote:text');
  expect(columnsOf(readShape(vendors.fields.events.shape)).slice(0, 3)).toEqual([
    'date:text',
    'kind:text',
    'sentence:text',
  ]);
  const terms = columnsOf(readShape(vendors.fields.contractTerms.shape));
  expect(terms.slice(0, 3)).toEqual(['topic:choice', 'sentence:text', 'version:text']);
  expect(terms).toEqual(expect.arrayContaining(['url:text', 'publisher:choice', 'readIn:choice']));
  expect(columnsOf(readShape(undefined))).toBe('json');
});

it('A3.14 starts a row with what its columns need', () => {
  const video = readShape(vendors.fields.videos.shape);
  if (video.kind !== 'rows') throw new Error('Expected rows');
  expect(emptyRow(video.columns, [])).toEqual({
    platform: 'youtube',
    url: null,
    embedId: null,
    title: '',
    thumbnail: null,
  });
  const section = readShape(useCases.fields.contentSections.shape);
  if (section.kind !== 'rows') throw new Error('Expected rows');
  const taken = [{ id: 'section-2' }];
  expect(emptyRow(section.columns, taken)).toMatchObject({ id: 'section-3', order: 2 });
});

it('A3.14 reads a mixed cell as JSON only when it is some', () => {
  expect(readMixed('plain')).toBe('plain');
  expect(readMixed('["a"]')).toEqual(['a']);
  expect(readMixed('[half')).toBe('[half');
  expect(readMixed(showMixed({ a: ['b'] }))).toEqual({ a: ['b'] });
  expect(showMixed(null)).toBe('');
});

it('A3.14 moves a row up and down', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

it('A8.07 ignores blank and repeated keywords, whatever their case', () => {
  const typed = ['a', '', ' ', 'a', 'A', ' b '];
  expect(typed.reduce<string[]>(addOnce, [])).toEqual(['a', 'b']);
});
