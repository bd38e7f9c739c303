import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { StrengthLegend, StrengthMark } from './evidence.tsx';
import { sayBeside, sayStrength, strengthOf } from './evidence-words.ts';

const TODAY = new Date('2026-11-17T12:00:00Z');

const cell = (publisher: 'vendor' | 'regulator' | 'index', pageDate: string | null) =>
  ({ level: 'documented', publisher, pageDate }) as const;

describe('how strong a cell is', () => {
  it.each([
    ['2026-08-09', 'dated'],
    ['2024-11-17', 'dated'],
    ['2024-11-16', 'old'],
    // As young as a month or a year alone allows.
    ['2024-11', 'dated'],
    ['2024-10', 'old'],
    ['2024', 'dated'],
    ['2023', 'old'],
    [null, 'undated'],
    ['', 'undated'],
  ])('EVIDENCE a page of %s is %s', (pageDate, age) => {
    expect(strengthOf(cell('vendor', pageDate), TODAY).age).toBe(age);
  });

  it('EVIDENCE the vendor and its filings are first hand, everybody else second', () => {
    const isFirst = (publisher: 'vendor' | 'regulator' | 'index') =>
      strengthOf(cell(publisher, null), TODAY).isFirstHand;
    expect([isFirst('vendor'), isFirst('regulator'), isFirst('index')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('EVIDENCE says it in words, in short and in full', () => {
    const say = (...given: Parameters<typeof cell>) => {
      const strength = strengthOf(cell(...given), TODAY);
      return [sayBeside(strength), sayStrength(strength)];
    };
    expect(say('vendor', '2026-08-09')).toEqual([', 2026', 'Documented, first hand, 2026']);
    expect(say('vendor', null)).toEqual([', undated', 'Documented, first hand, undated']);
    expect(say('index', '2019')).toEqual([
      ', second hand, 2019',
      'Documented, second hand, 2019, older than two years',
    ]);
    expect(sayStrength(null)).toBe('Not confirmed');
  });
});

describe('the mark', () => {
  const draw = (isBare: boolean, ...given: Parameters<typeof cell>) =>
    renderToStaticMarkup(<StrengthMark cell={cell(...given)} isBare={isBare} />);

  it('EVIDENCE no weaker cell is drawn as documented, first hand and of this year', () => {
    const year = String(new Date().getUTCFullYear());
    const drawn = [
      draw(true, 'vendor', year),
      draw(true, 'vendor', null),
      draw(true, 'vendor', '2009'),
      draw(true, 'index', year),
      draw(true, 'index', null),
      draw(true, 'index', '2009'),
    ].map((html) => /^<span [^>]*?(?= title)/.exec(html)?.[0]);
    expect(new Set(drawn).size).toBe(6);
    expect(drawn[0]).toBe('<span class="level level-documented"');
    expect(drawn[5]).toBe('<span class="level level-documented" data-rank="second" data-age="old"');
  });

  it('EVIDENCE has words, and where it stands alone screen readers have them', () => {
    expect(draw(false, 'index', null).replaceAll(/<[^>]+>/g, '')).toBe(
      'Documented, second hand, undated',
    );
    expect(draw(true, 'index', null)).toContain(
      '<span class="sr-only">Documented, second hand, undated</span>',
    );
    expect(renderToStaticMarkup(<StrengthMark cell={null} isBare />)).toContain('Not confirmed');
  });

  it('EVIDENCE has a legend that shows each part of it', () => {
    const html = renderToStaticMarkup(<StrengthLegend />);
    expect(html.match(/<li /g)).toHaveLength(7);
    for (const part of ['data-rank="second"', 'data-age="old"', 'data-age="undated"'])
      expect(html).toContain(part);
  });
});
