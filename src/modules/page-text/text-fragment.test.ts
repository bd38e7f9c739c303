import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fragmentOf } from './text-fragment.ts';

describe('the address of a quote', () => {
  const PAGE = 'https://a.example/p?x=1';

  it('names short words whole, with the signs of a directive escaped', () => {
    expect(fragmentOf(PAGE, 'fees, ‘all-in’ & more')).toBe(
      `${PAGE}#:~:text=fees%2C%20%E2%80%98all%2Din%E2%80%99%20%26%20more`,
    );
  });

  it('names long words by their ends, and keeps the anchor of an address', () => {
    const quote =
      'The platform reconciles positions with more than four hundred custodians every single night.';
    expect(fragmentOf(`${PAGE}#top:~:text=old`, quote)).toBe(
      `${PAGE}#top:~:text=The%20platform%20reconciles%20positions,custodians%20every%20single%20night.`,
    );
    expect(fragmentOf(`${PAGE}#:~:text=old`, 'One line is here')).toBe(
      `${PAGE}#:~:text=One%20line%20is%20here`,
    );
  });

  it('is an address for any words, whose terms give the words back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (quote) => {
        const address = fragmentOf(PAGE, quote);
        const terms = new URL(address).hash.replace('#:~:text=', '').split(',');
        expect(terms.length).toBeLessThanOrEqual(2);
        const words = quote.toWellFormed().trim().replace(/\s+/g, ' ');
        const [first = '', last = first] = terms.map(decodeURIComponent);
        expect([words.startsWith(first), words.endsWith(last)]).toEqual([true, true]);
        for (const term of terms) expect(term).not.toMatch(/[-&\s]/);
      }),
    );
  });
});
