import { describe, expect, it } from 'vitest';
import { analyseSeo } from './analyser.ts';

const paragraph =
  'Consolidated reporting brings every account of a family into one view. It saves the controller days each month. ';
const good = {
  title: 'Consolidated reporting for family offices: a plain guide',
  slug: 'consolidated-reporting-guide',
  content: `${paragraph.repeat(3)}\n\n## How consolidated reporting works\n\n${paragraph.repeat(7)}\n\n## What it costs\n\n${'Prices depend on the number of accounts and entities. '.repeat(20)}See [vendors](/vendors) and [a study](https://study.example/).`,
  imageAlt: 'A controller reads a consolidated report on a screen in a small office',
};

describe('the analyser', () => {
  it('A10.04 A11.27 answers five parts within their limits', () => {
    const result = analyseSeo(good);
    expect(Object.keys(result).sort()).toEqual([
      'focusKeyphrase',
      'metaDescription',
      'metaTitle',
      'seoScore',
      'suggestions',
    ]);
    expect(result.focusKeyphrase).toBe('consolidated reporting');
    expect(result.metaTitle.length).toBeLessThanOrEqual(60);
    expect(result.metaDescription.length).toBeLessThanOrEqual(160);
    expect(result.seoScore).toBeGreaterThanOrEqual(85);
    expect(result.seoScore).toBeLessThanOrEqual(100);
  });

  it('A10.04 says nothing of a keyphrase where there is none', () => {
    const { focusKeyphrase, suggestions } = analyseSeo({ title: 'Why?', content: 'As it is.' });
    expect([focusKeyphrase, suggestions.join().includes('keyphrase')]).toEqual(['', false]);
  });

  it('A10.04 cuts titles and descriptions between words', () => {
    const { metaTitle, metaDescription } = analyseSeo({
      title: 'Seventeen letters '.repeat(6),
      content: 'A sentence without end that goes on '.repeat(20),
    });
    expect(metaTitle.length).toBeLessThanOrEqual(60);
    expect(metaTitle).toMatch(/(Seventeen|letters)$/);
    expect(metaDescription.length).toBeLessThanOrEqual(160);
    expect(metaDescription).toMatch(/ (A|sentence|without|end|that|goes|on)…$/);
  });

  it('A10.04 ends a description with a sentence where one fits', () => {
    expect(analyseSeo(good).metaDescription).toMatch(/month\.$/);
  });

  const cases: [string, object, RegExp][] = [
    ['a short meta title', { metaTitle: 'Short' }, /meta title has 5 characters/],
    [
      'a keyphrase that is not in the title',
      { targetKeyphrase: 'capital calls' },
      /"capital calls" in the title/,
    ],
    [
      'a keyphrase that is not in the first paragraph',
      { targetKeyphrase: 'what it costs' },
      /first paragraph/,
    ],
    ['a slug without the keyphrase', { slug: 'a-guide' }, /in the slug/],
    ['a short text', { content: paragraph }, /has \d+ words: 300/],
    ['long sentences', { content: 'word '.repeat(400) }, /Shorten long sentences/],
    ['no headings', { content: paragraph.repeat(30) }, /Add subheadings/],
    ['no links', { content: paragraph.repeat(30) }, /Link to at least one other page/],
    ['an image without alt text', { imageAlt: '' }, /alt text/],
    [
      'a title that another page has',
      {
        metaTitle: 'Consolidated Reporting for everyone here',
        existing: { metaTitles: ['consolidated reporting for everyone here'] },
      },
      /same meta title/,
    ],
    [
      'a description that another page has',
      { metaDescription: 'The same words.', existing: { metaDescriptions: ['The same words.'] } },
      /same meta description/,
    ],
  ];

  it.each(cases)('A10.04 says what to do about %s, and scores lower', (_name, change, advice) => {
    const before = analyseSeo(good);
    const after = analyseSeo({ ...good, ...change });
    expect(after.suggestions.some((line) => advice.test(line))).toBe(true);
    expect(before.suggestions.some((line) => advice.test(line))).toBe(false);
    expect(after.seoScore).toBeLessThan(before.seoScore);
  });

  it('A10.04 stays within 0 to 100 on odd texts', () => {
    for (const content of [
      '',
      '!!!',
      '# ',
      '[]()',
      'a'.repeat(50_000),
      '\n'.repeat(10_000),
      '😀 '.repeat(500),
    ]) {
      const { seoScore, metaTitle, metaDescription } = analyseSeo({
        title: content.slice(0, 300),
        content,
      });
      expect(seoScore).toBeGreaterThanOrEqual(0);
      expect(seoScore).toBeLessThanOrEqual(100);
      expect(metaTitle.length).toBeLessThanOrEqual(60);
      expect(metaDescription.length).toBeLessThanOrEqual(160);
    }
  });
});
