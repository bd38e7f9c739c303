import { expect, it } from 'vitest';
import { hrefTo } from './href-to.ts';

it('writes the address of a page', () => {
  expect(hrefTo('/')).toBe('/');
  expect(hrefTo('/buyers-guides')).toBe('/buyers-guides');
  expect(hrefTo('/vendors/$slug', { slug: 'addepar' })).toBe('/vendors/addepar');
  expect(hrefTo('/compare/$pair', { pair: 'addepar-vs-masttro' })).toBe(
    '/compare/addepar-vs-masttro',
  );
  expect(hrefTo('/$slug', { slug: 'about' })).toBe('/about');
});

it('writes what the page reads of its address', () => {
  expect(hrefTo('/vendors', {}, { feature: ['a', 'b'], partly: undefined })).toBe(
    '/vendors?feature=a&feature=b',
  );
  expect(hrefTo('/compare/$pair', { pair: 'a-vs-b' }, { only: ['one-side'] })).toBe(
    '/compare/a-vs-b?only=one-side',
  );
  expect(hrefTo('/vendors', {}, {})).toBe('/vendors');
});

it('lets no value leave its place in the address', () => {
  expect(hrefTo('/$slug', { slug: 'a/b?c#d' })).toBe('/a%2Fb%3Fc%23d');
});

/** Never called: it only has to be compiled. */
export const misspelled = () => [
  // @ts-expect-error there is no such page
  hrefTo('/vendorz'),
  // @ts-expect-error the page needs to know which vendor
  hrefTo('/vendors/$slug'),
  // @ts-expect-error a comparison is called by its pair
  hrefTo('/compare/$pair', { slug: 'addepar-vs-masttro' }),
  // @ts-expect-error the directory reads no such parameter
  hrefTo('/vendors', {}, { features: ['general-ledger'] }),
  // @ts-expect-error nor one feature alone
  hrefTo('/vendors', {}, { feature: 'general-ledger' }),
  // @ts-expect-error a comparison has other parameters than the directory
  hrefTo('/compare/$pair', { pair: 'addepar-vs-masttro' }, { feature: ['general-ledger'] }),
  // @ts-expect-error the panel has screens, and addresses of its own
  hrefTo('/admin/$', { _splat: 'vendors' }),
];
