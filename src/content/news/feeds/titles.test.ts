import { describe, expect, it } from 'vitest';
import { usedMs } from '#testing/measure-loop.ts';
import { canonicalUrl, spellingsOf, withoutTracking } from './canonical-url.ts';
import { isSameTitle, titleMarks, titleWords } from './titles.ts';

const same = (a: string, b: string, publisher?: string) =>
  isSameTitle(titleMarks(titleWords(a, publisher)), titleMarks(titleWords(b, publisher)));

describe('known articles', () => {
  it('A14.23 takes titles that differ in case, signs and publisher for one', () => {
    expect(same('Bank buys vendor', 'BANK buys “vendor”!')).toBe(true);
    expect(same('Bank buys vendor - The Wire', 'Bank buys vendor', 'The Wire')).toBe(true);
    expect(
      same(
        'Private bank buys a reporting vendor in Zurich today',
        'Private bank buys reporting vendor in Zurich today',
      ),
    ).toBe(true);
  });

  it('A14.23 keeps stories apart that share most words', () => {
    expect(
      same(
        'Private bank buys reporting vendor in Zurich',
        'Private bank buys reporting vendor in Geneva',
      ),
    ).toBe(false);
    expect(
      same(
        'The family office survey of the year 2025 is out now',
        'The family office survey of the year 2026 is out now',
      ),
    ).toBe(false);
    expect(same('Market update', 'Market')).toBe(false);
    expect(same('', '')).toBe(false);
  });

  it('PROMISE 20 compares an item with thousands of titles in a moment', () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at % 3 ? at : 'x'.repeat(at)}`);
    const titleAt = (at: number) =>
      titleMarks(Array.from({ length: 12 }, (_, n) => words[(at * 7919 + n * n * 31) % 60] ?? ''));
    const titles = Array.from({ length: 8000 }, (_, at) => titleAt(at));
    const ms = usedMs(() => {
      for (const own of titles.slice(0, 20)) titles.filter((one) => isSameTitle(own, one));
    });
    expect(ms / 20).toBeLessThan(50);
  });

  it('A14.23 takes two spellings of an address for one', () => {
    const spellings = [
      'https://www.a.example/x/?utm_source=rss',
      'http://a.example/x#top',
      'https://a.example/x?fbclid=1',
    ];
    expect(new Set(spellings.map(canonicalUrl))).toEqual(new Set(['a.example/x']));
    expect(canonicalUrl('https://a.example/?p=12')).not.toBe(
      canonicalUrl('https://a.example/?p=13'),
    );
    expect(spellingsOf('a.example/x')).toContain('http://www.a.example/x/');
    expect(withoutTracking('https://a.example/x?id=1&utm_campaign=b')).toBe(
      'https://a.example/x?id=1',
    );
  });
});
