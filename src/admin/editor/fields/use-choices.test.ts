import { expect, it } from 'vitest';
import { collectionNamed, provideCollections } from '#admin/collections.ts';
import { registry } from '#content/index.ts';
import { fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { canBeKey, slugOf } from './use-choices.ts';

provideCollections(registry);

const lists = registry.flatMap((collection) =>
  fieldEntries(collection).flatMap(([key, { kind, to }]) =>
    kind === 'list' && to ? [[`${collection.name}.${key}`, to] as const] : [],
  ),
);

it('A3.14 picks services, use cases and features, which lists keep as slugs', () => {
  expect(lists.map(([name]) => name).sort()).toEqual([
    'buyers-guides.features',
    'buyers-guides.recommendedUseCases',
    'service-providers.serviceIds',
    'use-cases.features',
  ]);
});

it.each(lists)('A3.14 offers for %s what has a slug on its card', (_name, to) => {
  const target = collectionNamed(to);
  const slugField = target && slugFieldOf(target);
  expect(target?.card).toContain(slugField);
});

it('P11.13 tells a slug from plain words and from a number, so that only slugs are looked up', () => {
  expect(['consolidated-reporting', 'tax', 7].map(canBeKey)).toEqual([true, true, true]);
  expect(['Plain words', 'Tax', '2024', 'a--b', ''].map(canBeKey)).toEqual(Array(5).fill(false));
});

it('A3.14 refers to an item by its slug', () => {
  const item = { id: 3, version: 1, createdAt: '', updatedAt: '', slug: 'tax', title: 'Tax' };
  expect(slugOf(collectionNamed('services'), item)).toBe('tax');
});
