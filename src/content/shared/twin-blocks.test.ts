import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import { heading, link, prose, table, writeBlocks } from './twin-blocks.server.ts';

const SITE = 'https://guide.example';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}
const parse = (markdown: string): Node => unified().use(remarkParse).use(remarkGfm).parse(markdown);
const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('');
const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '|',
          '[',
          ']',
          '(',
          ')',
          '<b>',
          '</td>',
          '\n',
          '\r\n',
          '`',
          '*',
          '_',
          '\\',
          '#',
          '- ',
          '&amp;',
          '!',
          'https://a.example',
          '~~',
          '1. ',
          '\t',
          ':-',
        ],
      ),
      fc.string({ maxLength: 6, unit: 'grapheme-ascii' }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

it('a table reads back cell for cell, whatever stands in its names', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 4 }), (rows) => {
      const markdown = writeBlocks(
        [
          heading(1, rows[0]?.[0] ?? ''),
          ...table(
            ['A', 'B'],
            rows.map(([a, b]) => [a, link(b, '/x')]),
          ),
        ],
        SITE,
      );
      const [title, found, ...rest] = parse(markdown).children ?? [];
      expect(rest).toEqual([]);
      expect([title?.type, found?.type]).toEqual(['heading', 'table']);
      expect(fold(wordsOf(title ?? { type: '' }))).toBe(fold(rows[0]?.[0] ?? ''));
      const cells = (found?.children ?? []).slice(1).map((row) => row.children ?? []);
      expect(cells.map((row) => row.map((cell) => fold(wordsOf(cell))))).toEqual(
        rows.map((row) => row.map(fold)),
      );
    }),
    { numRuns: 300 },
  );
});

it('prose keeps below its heading, and leads to twins or nowhere', () => {
  const text = '# Top\n\n[page](/vendors/a) [bad](javascript:alert) <script>x</script>\n\n## Below';
  expect(writeBlocks(prose(text), SITE)).toBe(
    '### Top\n\n[page](https://guide.example/vendors/a.md) [bad](#) \\<script>x\\</script>\n\n#### Below\n',
  );
});
