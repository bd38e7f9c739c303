import { expect, it } from 'vitest';
import { canonicalUrl, spellingsOf, withoutTracking } from './canonical-url.ts';

it('A14.23 takes two spellings of an address for one', () => {
  const spellings = [
    'https://www.a.example/x/?utm_source=rss',
    'http://a.example/x#top',
    'https://a.example/x?fbclid=1',
  ];
  expect(new Set(spellings.map(canonicalUrl))).toEqual(new Set(['a.example/x']));
  expect(canonicalUrl('https://a.example/?p=12')).not.toBe(canonicalUrl('https://a.example/?p=13'));
  expect(spellingsOf('a.example/x')).toContain('http://www.a.example/x/');
  expect(withoutTracking('https://a.example/x?id=1&utm_campaign=b')).toBe(
    'https://a.example/x?id=1',
  );
});
