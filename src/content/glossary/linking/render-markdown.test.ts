import { describe, expect, it } from 'vitest';
import { measureLoop } from '#testing/measure-loop.ts';
import { renderMarkdown } from '../text-renderer.server.ts';
import type { Glossary } from './term-index.server.ts';

const NOTICE = 'This text is too intricate to be formatted, so it is shown as it was written.';

const glossaryOf = (definition: string, version: string): Glossary => ({
  version,
  terms: [{ term: 'trust', slug: 'trust', definition }],
});

describe('what is kept', () => {
  it('P18.03 renders anew when the glossary, the page or the text changes', async () => {
    const before = glossaryOf('d', 'v1');
    const after = glossaryOf('new', 'v2');
    for (const text of ['A trust', `A trust${'. More words'.repeat(400)}`]) {
      const html = await renderMarkdown(text, { glossary: before });
      expect(html).toContain('data-preview="d"');
      expect(await renderMarkdown(text, { glossary: after })).toContain('data-preview="new"');
      expect(await renderMarkdown(text, { glossary: before, ownSlug: 'trust' })).toBe(
        `<p>${text}</p>`,
      );
      expect(await renderMarkdown(text)).toBe(`<p>${text}</p>`);
      expect(await renderMarkdown(text, { glossary: before })).toBe(html);
    }
  });
});

describe('PROMISE 20 a text that is hard to format', () => {
  it('is formatted in a thread, and the loop goes on', async () => {
    const lists = '> - a\n'.repeat(90) + '- b\n'.repeat(500);
    const { ownMs, result } = await measureLoop(() => renderMarkdown(lists));
    expect(result).toMatch(/^<blockquote>/);
    expect(ownMs).toBeLessThan(100);
  });

  it.each([
    ['quotes in lists', '> - > - a\n'.repeat(6000)],
    ['lists in quotes in one line', '> - '.repeat(15_000)],
    ['numbered lists', '1. - a\n'.repeat(8500)],
    ['bullets of every kind', '* + - a\n'.repeat(7500)],
    ['loose quotes in lists', '> - > - a\n\n'.repeat(5500)],
  ])(
    'is shown as it was written, with a notice: %s',
    async (_name, text) => {
      const { ownMs, result } = await measureLoop(() => renderMarkdown(text));
      expect(result.startsWith(`<p><em>${NOTICE}</em></p>\n<p>`)).toBe(true);
      expect(result).not.toMatch(/<(ul|ol|blockquote)/);
      expect(ownMs).toBeLessThan(100);
    },
    60_000,
  );
});
