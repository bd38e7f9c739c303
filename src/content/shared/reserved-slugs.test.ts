import { expect, it } from 'vitest';
import { features } from '#content/features/features.collection.ts';
import { registry } from '#content/index.ts';
import { isReservedSlug, pageWordsBelow } from './reserved-slugs.ts';

it('reserves what stands below the root, and below the folder of a type', () => {
  expect(['vendors', 'compare', 'admin'].filter(isReservedSlug)).toEqual([
    'vendors',
    'compare',
    'admin',
  ]);
  expect(isReservedSlug('matrix')).toBe(false);
  expect(features.reservedSlugs).toEqual(['matrix']);
});

it('no type lets an item take the address of a page that stands in its folder', () => {
  const open = registry.flatMap(({ name, publicPath, reservedSlugs = [] }) =>
    (publicPath ? pageWordsBelow(publicPath) : [])
      .filter((word) => !reservedSlugs.includes(word))
      .map((word) => `${name}: reservedSlugs lacks '${word}'`),
  );
  expect(open).toEqual([]);
});
