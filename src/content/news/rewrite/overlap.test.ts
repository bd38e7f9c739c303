import { describe, expect, it } from 'vitest';
import { cleanRewrite } from './clean-rewrite.server.ts';
import { measureOverlap } from './overlap.ts';

const original =
  'The custodian said on Monday that it will open its reporting interface to every family office by the end of the year, without a fee.';

describe('closeness to the original', () => {
  it('A5.22 finds a copy, whatever its marks and case', () => {
    expect(measureOverlap(original, `**${original.toUpperCase()}**`)).toEqual({
      overlap: 1,
      tooClose: true,
    });
  });

  it('A5.22 lets short runs of words pass', () => {
    const told =
      'Every family office may use the interface from January, and the custodian said on Monday that it costs nothing.';
    expect(measureOverlap(original, told)).toEqual({ overlap: 0, tooClose: false });
  });

  it('A5.22 measures the share of copied words', () => {
    const copied = 'it will open its reporting interface to every';
    const own = Array.from({ length: 32 }, (_, index) => `own${index}`).join(' ');
    expect(measureOverlap(original, `${own} ${copied}`)).toEqual({ overlap: 0.2, tooClose: false });
    expect(measureOverlap(original, copied).tooClose).toBe(true);
    expect(measureOverlap('', '')).toEqual({ overlap: 0, tooClose: false });
  });
});

const reply = {
  title: '<b>New</b> *title*\nin lines',
  content: `# Heading\n\n${'word '.repeat(30)}<script>alert(1)</script><img src=x onerror=alert(2)> [bad](javascript:alert(3)) [spam](https://spam.example/x) [source](https://wire.example/a) ![pixel](https://spam.example/p.png) www.spam.example https://spam.example/y`,
  excerpt: 'Short <i>text</i>',
  category: 'Software',
  tags: ['a', 'a', '', 'b'],
  metaTitle: 'm'.repeat(10).concat(' word'.repeat(20)),
  metaDescription: 'd',
};

const WORDS = 'word '.repeat(30).trim();
const cleaned = async (content: string) => {
  const clean = await cleanRewrite({ ...reply, content: `${WORDS}\n\n${content}` }, new Set());
  return clean.rewrittenContent.slice(WORDS.length).trim();
};

describe('what the service wrote', () => {
  it('PROMISE 11 keeps no HTML, no script, and links of the source only', async () => {
    const clean = await cleanRewrite(reply, new Set(['wire.example/a']));
    expect(clean.rewrittenTitle).toBe('New title in lines');
    expect(clean.rewrittenContent).not.toMatch(
      /<|script|onerror|javascript|\(https:\/\/spam|https:\/\/spam|www\.spam/,
    );
    expect(clean.rewrittenContent).toContain('[source](https://wire.example/a)');
    expect(clean.rewrittenContent).toMatch(/^## Heading/);
    expect(clean.excerpt).toBe('Short text');
    expect(clean.tags).toEqual(['a', 'b']);
    expect(clean.metaTitle.length).toBeLessThanOrEqual(60);
  });

  it('PROMISE 11 refuses a response without an article', async () => {
    const short = { ...reply, content: 'Too short.' };
    await expect(cleanRewrite(short, new Set())).rejects.toThrow(/no article/);
  });

  it('PROMISE 11 finds a link in whatever way it is written', async () => {
    const tricks =
      '[a [b]](https://spam.example/1) [x](<https://spam.example/2> "t") [y][r]\n\n[r]: https://spam.example/3\n\n[z](https&#58;//spam.example/4)';
    expect(await cleaned(tricks)).not.toMatch(/\]\(|https:|spam\.example\/3/);
  });

  it('PROMISE 11 leaves paths of this site as links', async () => {
    expect(await cleaned('[Vendors](/vendors) and [evil](//evil.example)')).toBe(
      '[Vendors](/vendors) and evil',
    );
  });
});
