import { expect, it } from 'vitest';
import { citedSources, hostOf } from './vendor-aside.tsx';

it('names each document once, with all facts that it stands behind', () => {
  const guide = { url: 'https://a.example/guide', note: 'A guide' };
  const sources = [
    { field: 'customerCount', ...guide },
    { field: 'founded', url: '', note: 'A letter' },
    { field: 'useCases', ...guide },
    { field: 'useCases', ...guide },
    { field: 'founded', ...guide, note: 'Another edition' },
  ];
  expect(citedSources(sources)).toEqual([
    { fields: ['customer count', 'use cases'], ...guide },
    { fields: ['founded'], url: '', note: 'A letter' },
    { fields: ['founded'], ...guide, note: 'Another edition' },
  ]);
});

it.each([
  ['https://docs.a.example/x?y=1', 'docs.a.example'],
  ['http://a.example', 'a.example'],
  ['https://me:word@A.example:8443/x', 'a.example'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['/methodology', '/methodology'],
])('shows %s as %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});
