import { describe, expect, it } from 'vitest';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import { PROSE, QUOTE } from '#testing/made-pages.ts';
import { judgeQuote, rankLinks } from './judge-quote.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-18T03:00:00Z');

describe('the judge', () => {
  const read = (text: string): PageText => ({
    kind: 'readable',
    url: 'https://v.example/p',
    title: null,
    text,
    whole: text,
    isCut: false,
    hash: '',
    links: [],
  });
  const long = PROSE.join('\n');
  const watched = { quote: QUOTE, url: 'https://v.example/p', lastText: `${long}\n${QUOTE}` };

  it('WATCH never says gone within 24 hours of the first read without it', () => {
    const missedAt = new Date(START).toISOString();
    const at = (ms: number) => judgeQuote({ ...watched, missedAt }, read(long), START + ms).state;
    expect([at(0), at(DAY - 1), at(DAY)]).toEqual(['missing once', 'missing once', 'gone']);
  });

  it('WATCH takes a page without a kept text for gone only where it has text enough', () => {
    const bare = { ...watched, lastText: null, missedAt: new Date(START).toISOString() };
    expect(judgeQuote(bare, read('Welcome.'), START + DAY)).toEqual({
      state: 'unreadable',
      reason: 'The page has hardly any text',
    });
    expect(judgeQuote(bare, read(long), START + DAY).state).toBe('gone');
  });

  it('WATCH looks into the linked pages that share most words first, and into so many', () => {
    const links = ['/jobs', '/p/', '/custodians-and-positions', '/custodians', '/press'];
    const found = rankLinks(
      links.map((path) => `https://v.example${path}`),
      { url: watched.url, words: QUOTE },
      3,
    );
    expect(found).toEqual([
      'https://v.example/custodians-and-positions',
      'https://v.example/custodians',
      'https://v.example/jobs',
    ]);
  });
});
