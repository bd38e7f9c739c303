import { parseHTML } from 'linkedom';
import { rehype } from 'rehype';
import { describe, expect, it } from 'vitest';
import { type HtmlTree, makeElement, makeText } from '#content/shared/text-blocks.server.ts';
import { linkTerms, toLinkedHtml } from './link-terms.server.ts';
import type { Glossary, GlossaryTerm } from './term-index.server.ts';

let version = 0;

function makeGlossary(terms: (string | Partial<GlossaryTerm>)[]): Glossary {
  version += 1;
  const entries = terms.map((given, index) => {
    const entry = typeof given === 'string' ? { term: given } : given;
    return { term: '', slug: `t${index}`, definition: 'A definition.', ...entry };
  });
  return { version: `test-${version}`, terms: entries };
}

/** The linked spellings with their slugs, in the order of the text. */
function findLinks(markdown: string, terms: (string | Partial<GlossaryTerm>)[], ownSlug?: string) {
  const html = toLinkedHtml(markdown, { glossary: makeGlossary(terms), ownSlug });
  const links = html.matchAll(
    /<a href="\/glossary\/([^"]*)" class="glossary-link"[^>]*>([^<]*)<\/a>/g,
  );
  return Array.from(links, ([, slug, text]) => `${text}=${slug}`);
}

describe('what is linked', () => {
  it('P18.08 links a term to its page, with its slug and its preview', () => {
    const glossary = makeGlossary([
      { term: 'Trust', slug: 'trust', definition: 'A **legal** "form"' },
    ]);
    expect(toLinkedHtml('A trust.', { glossary })).toBe(
      '<p>A <a href="/glossary/trust" class="glossary-link" data-term="trust" data-preview="A legal &#x22;form&#x22;">trust</a>.</p>',
    );
  });

  it('P4.08 cuts the preview at 150 characters', () => {
    const glossary = makeGlossary([{ term: 'Trust', definition: `_${'d'.repeat(200)}_` }]);
    expect(toLinkedHtml('Trust', { glossary })).toContain(`data-preview="${'d'.repeat(150)}..."`);
  });

  it('P18.03 links only terms with autoLink set', () => {
    expect(
      findLinks('A trust and a fund', [
        { term: 'trust', autoLink: false },
        { term: 'fund', autoLink: true },
      ]),
    ).toEqual(['fund=t1']);
  });

  it.each([
    ['CARRIED interest', ['Carried Interest'], ['CARRIED interest=t0']],
    ['ÉTAT civil', ['état'], ['ÉTAT=t0']],
    ['E\u0301tat', ['état'], ['E\u0301tat=t0']],
    ['carried \u00a0 interest', ['Carried Interest'], ['carried \u00a0 interest=t0']],
    ['the family’s office', ["family's office"], ['family’s office=t0']],
  ])('P18.04 finds %j in any casing and keeps it', (text, terms, links) => {
    expect(findLinks(text, terms)).toEqual(links);
  });

  it.each([
    ['trustee trusts entrust', ['Trust'], []],
    ['trust, (trust)', ['Trust'], ['trust=t0']],
    ["the trust's", ['Trust'], ['trust=t0']],
    ['naïveté naïve', ['naïve'], ['naïve=t0']],
    ['été', ['t'], []],
    ['trust_deed trust2', ['trust'], []],
    ['C++x C++', ['C++'], ['C++=t0']],
    ['ASP.NET', ['.NET'], []],
    ['A 401(k) plan', ['401(k)'], ['401(k)=t0']],
    ['S&P 500', ['S&P 500'], ['S&amp;P 500=t0'.replace('&amp;', '&#x26;')]],
  ])('P18.05 takes whole words only in %j', (text, terms, links) => {
    expect(findLinks(text, terms)).toEqual(links);
  });

  it('P18.06 leaves a term alone that the author links by hand', () => {
    const glossary = makeGlossary([{ term: 'capital call', slug: 'capital-call' }]);
    const html = toLinkedHtml('A capital call, see [it](/glossary/capital-call).', { glossary });
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  it('P18.06 links the first occurrence only, over all paragraphs', () => {
    const html = toLinkedHtml('A *trust* and a trust.\n\nTrust', {
      glossary: makeGlossary(['trust']),
    });
    expect(html.match(/glossary-link/g)).toHaveLength(1);
    expect(html).toMatch(/<em><a [^>]*>trust<\/a><\/em> and a trust/);
  });

  it.each([
    ['A multi-family office', ['family office', 'multi-family office'], ['multi-family office=t1']],
    [
      'multi-family office, multi-family office, family office',
      ['family office', 'multi-family office'],
      ['multi-family office=t1', 'family office=t0'],
    ],
    ['a b c d', ['a b', 'b c d'], ['b c d=t1']],
    [
      'capital gains tax return',
      ['capital gains', 'capital gains tax', 'tax return', 'tax'],
      ['capital gains tax=t1'],
    ],
    ['private equity fund', ['private', 'equity', 'fund'], ['private=t0', 'equity=t1', 'fund=t2']],
  ])('P18.07 lets the longer term go first in %j', (text, terms, links) => {
    expect(findLinks(text, terms)).toEqual(links);
  });
});

describe('what is left alone', () => {
  it.each([
    '# Trust',
    '### A trust',
    '[a trust](/x)',
    '`trust`',
    '```\ntrust\n```',
    '    trust',
    'https://trust.com',
    '![trust](/uploads/a.png)',
  ])('P18.09 links nothing in %j', (markdown) => {
    expect(findLinks(markdown, ['trust'])).toEqual([]);
  });

  it('P4.05 never links the own term of a page, nor a shorter one inside it', () => {
    const terms = [
      { term: 'family office', slug: 'fo' },
      { term: 'multi-family office', slug: 'mfo' },
    ];
    expect(findLinks('A multi-family office.', terms, 'mfo')).toEqual([]);
    expect(findLinks('A multi-family office is a family office.', terms, 'mfo')).toEqual([
      'family office=fo',
    ]);
  });

  it('PROMISE 7 takes hostile terms, slugs and definitions as words', () => {
    const hostile = [
      '',
      ' ',
      '.*',
      '(a+)+$',
      '[',
      '\\',
      '<script>',
      '__proto__',
      'constructor',
      '"><img src=x onerror=alert(1)>',
      '\u0000',
      '\ud800',
    ];
    const terms = hostile.map((term) => ({
      term,
      slug: '"><b>',
      definition: '"><script>alert(1)</script>',
    }));
    const html = toLinkedHtml('constructor __proto__ `x` <script> (a+)+$ \ud800', {
      glossary: makeGlossary(terms),
    });
    const tags = Array.from(parseHTML(html).document.querySelectorAll('*'), (tag) => tag.tagName);
    expect(new Set(tags)).toEqual(new Set(['P', 'A', 'STRONG', 'CODE']));
    expect(html).toContain('href="/glossary/%22%3E%3Cb%3E"');
  });
});

describe('how long it takes', () => {
  const { random } = makeWords();

  it.each<[string, string[], string]>([
    [
      'ordinary terms',
      Array.from({ length: 2000 }, () => random(3)),
      Array.from({ length: 14_000 }, () => random(1)).join(' '),
    ],
    [
      'terms that share every beginning',
      Array.from({ length: 2000 }, (_, i) =>
        Array(1 + (i % 140))
          .fill('a')
          .join(' '),
      ),
      'a '.repeat(50_000),
    ],
    [
      'terms that never quite end',
      Array.from({ length: 2000 }, (_, i) => `${'a '.repeat(1 + (i % 140))}b${i}`),
      'a '.repeat(50_000),
    ],
    [
      'signs',
      Array.from({ length: 2000 }, (_, i) => `${'(.*)+'.repeat(i % 50)}x${i}`),
      '(.*)+'.repeat(20_000),
    ],
    [
      'terms of 10,000 characters',
      Array.from({ length: 2000 }, (_, i) => 'ab '.repeat(3333) + i),
      'ab '.repeat(33_333),
    ],
    ['one word', Array.from({ length: 2000 }, (_, i) => 'x'.repeat(i)), 'x'.repeat(100_000)],
    [
      '10,000 terms',
      Array.from({ length: 10_000 }, () => random(3)),
      Array.from({ length: 14_000 }, () => random(1)).join(' '),
    ],
  ])(
    'PROMISE 12 links 100 kB of text in time that grows with its length, with %s',
    (_name, terms, text) => {
      const glossary = makeGlossary(terms);
      /** The least of several, in processor time: a busy machine says nothing. */
      const usedMs = (part: string) => {
        const times = Array.from({ length: 8 }, () => {
          const tree: HtmlTree = {
            type: 'root',
            children: [makeElement('p', {}, [makeText(part)])],
          };
          const before = process.threadCpuUsage();
          linkTerms(tree, { glossary });
          const { user, system } = process.threadCpuUsage(before);
          return (user + system) / 1000;
        });
        return Math.min(...times);
      };
      expect(text.length).toBeGreaterThan(90_000);
      usedMs(text.slice(0, 20_000));
      const part = usedMs(text.slice(0, text.length / 8));
      // The square of the length would be 64 times as much.
      expect(usedMs(text)).toBeLessThan(24 * part + 50);
    },
  );

  it('PROMISE 24 changes no character of the text', () => {
    const text = Array.from({ length: 3000 }, () => random(1)).join(' \t');
    const known = text.split(' \t').slice(100, 600);
    const tree: HtmlTree = { type: 'root', children: [makeElement('p', {}, [makeText(text)])] };
    linkTerms(tree, { glossary: makeGlossary(known) });
    const html = rehype().stringify(tree);
    expect(html.replace(/<[^>]*>/g, '')).toBe(text);
    expect(html).toContain('glossary-link');
  });
});

function makeWords() {
  let seed = 7;
  function next(below: number): number {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  }
  const words = Array.from({ length: 3000 }, (_, i) => `w${'abcdefghij'.slice(next(8))}${i}`);
  return {
    random: (count: number) => Array.from({ length: count }, () => words[next(3000)]).join(' '),
  };
}
