import { expect, it } from 'vitest';
import { features } from '#content/features/features.collection.ts';
import { registry } from '#content/index.ts';
import { createReservedCheck, pageWordsBelow } from '#content/shared/reserved-slugs.ts';
import { siteList } from './sites.ts';

const isReserved = createReservedCheck(siteList);

it('reserves what stands below the root, and below the folder of a type', () => {
  expect(['vendors', 'compare', 'needs', 'admin'].filter(isReserved)).toEqual([
    'vendors',
    'compare',
    'needs',
    'admin',
  ]);
  expect(isReserved('matrix')).toBe(false);
  expect(features.reservedSlugs).toEqual(['matrix']);
});

it('no type lets an item take the address of a page that stands in its folder', () => {
  const open = registry.flatMap(({ name, publicPath, reservedSlugs = [] }) =>
    (publicPath ? pageWordsBelow(publicPath, siteList) : [])
      .filter((word) => !reservedSlugs.includes(word))
      .map((word) => `${name}: reservedSlugs lacks '${word}'`),
  );
  expect(open).toEqual([]);
});
