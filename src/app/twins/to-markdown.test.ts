import fc from 'fast-check';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#platform/escape-html.ts';
import { work } from './to-markdown.server.ts';

const siteUrl = 'https://guide.example';

/** The content of a page alone: its foot is the same everywhere. */
const read = (main: string) => {
  const html = `<body><header>Site</header><main id="main">${main}</main><footer>Foot</footer></body>`;
  const text = work({ html, page: `${siteUrl}/a`, siteUrl, siteName: 'Guide' });
  const [content = '', foot = ''] = text.split('\n---\n');
  expect(foot).toContain(`Page: \`${siteUrl}/a\``);
  return content;
};

describe('a page as Markdown', () => {
  it('begins with its title and holds its main part alone', () => {
    expect(read('<p>Directory</p><div><h1>Vendors</h1><p>All of them.</p></div>')).toBe(
      '# Vendors\n\nDirectory\n\nAll of them.\n',
    );
  });

  it('names its address and the license at its end', () => {
    const text = work({ html: '<main></main>', page: siteUrl, siteUrl, siteName: 'Guide' });
    expect(text).toContain(`Page: \`${siteUrl}\``);
    expect(text).toContain(
      '[CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/); name Guide and link to the page.',
    );
  });

  it.each([
    '<nav class="no-print"><a href="/">Home</a></nav>',
    '<form><label>Name <input name="q"></label></form>',
    '<button>Press</button><dialog>Open</dialog><select><option>One</option></select>',
    '<svg><title>Mark</title></svg><span aria-hidden="true">→</span>',
    '<p hidden>Hidden</p><ul data-text="none"><li>Square</li></ul>',
    '<script>alert(1)</script><style>p{}</style><noscript>No script</noscript>',
    '<img src="/a.svg" alt=""><a href="/x"><svg></svg></a><input value="x">',
  ])('leaves out what is no content: %s', (html) => {
    expect(read(`<p>Before</p>${html}<p>After</p>`)).toBe('Before\n\nAfter\n');
  });

  it('leads on from one part of a list to the next', () => {
    const pages =
      '<nav class="no-print"><ul><li><a href="/vendors?page=1">1</a></li><li><a rel="next" href="/vendors?page=3">Next<span class="sr-only"> page</span></a></li></ul></nav>';
    expect(read(pages)).toBe('[Next page](https://guide.example/vendors.md?page=3)\n');
  });

  it.each([
    ['/vendors/a?page=2#b', `${siteUrl}/vendors/a.md?page=2#b`],
    [`${siteUrl}/faq`, `${siteUrl}/faq.md`],
    ['/', `${siteUrl}/index.md`],
    ['/data/vendors.csv', `${siteUrl}/data/vendors.csv`],
    ['/api/docs', `${siteUrl}/api/docs`],
    ['/auth', `${siteUrl}/auth`],
    ['/corrections/new?about=x', `${siteUrl}/corrections/new?about=x`],
    ['https://other.example/a', 'https://other.example/a'],
  ])('a link to %s leads to %s', (href, expected) => {
    expect(read(`<p><a href="${href}">Words</a></p>`)).toBe(`[Words](${expected})\n`);
  });

  it('says the words alone of a link to a place on the same page', () => {
    expect(read('<p><a href="#part">Part</a></p>')).toBe('Part\n');
  });

  it('opens what is folded', () => {
    const folded =
      '<details class="evidence"><summary>Documented</summary><p>Its page says so.</p></details>';
    expect(read(folded)).toBe('Documented\n\nIts page says so.\n');
  });

  it('keeps pictures, task lists and code', () => {
    const source =
      '<p><img src="/uploads/a.webp#width=50" alt="A desk"></p><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> Done</li></ul><pre><code class="language-js">a &#x3C; b</code></pre><ol start="3"><li>Three</li></ol>';
    expect(read(source)).toBe(
      '![A desk](https://guide.example/uploads/a.webp#width=50)\n\n- [x] Done\n\n```js\na < b\n```\n\n3. Three\n',
    );
  });

  it('sets apart what only a style sets apart, and no other words', () => {
    expect(read('<p><a href="/a">One</a><a href="/b">Two</a></p>')).toContain('.md) [Two]');
    expect(read('<p><span>Documented</span><span>, 2026</span></p>')).toBe('Documented, 2026\n');
    expect(read('<p><mark>Led</mark>ger</p>')).toBe('*Led*ger\n');
  });

  it('puts the blocks of a cell in its one line, in a list and in what is folded, too', () => {
    const cell =
      '<details><summary>Partly</summary><div><p>It says so.</p><p>First rank: <a href="https://a.example/">a.example</a></p><ul><li>One</li><li>Two</li></ul></div></details>';
    expect(read(`<table><tr><th>Vendor</th></tr><tr><td>${cell}</td></tr></table>`)).toBe(
      '| Vendor |\n| - |\n| Partly · It says so. · First rank: [a.example](https://a.example/) · One · Two |\n',
    );
  });
});

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}
const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('');
const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('|', '[', '](', '<b>', '</td>', '\n', '`', '*', '_', '\\', '#', '- ', '1. '),
      fc.string({ maxLength: 6, unit: 'grapheme-ascii' }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `a${parts.join('')}z`);

it('a table reads back cell for cell, whatever its names hold', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 2, maxLength: 5 }), (cells) => {
      const rows = cells.map((cell) => `<tr><td>${escapeHtml(cell)}</td><td>x</td></tr>`);
      const markdown = read(`<table>${rows.join('')}</table>`);
      const tree: Node = remark().use(remarkGfm).parse(markdown);
      const [table] = tree.children ?? [];
      const found = (table?.children ?? []).map((row) => fold(wordsOf(row.children?.[0] ?? row)));
      expect(found.filter((words) => words !== '')).toEqual(cells.map(fold));
    }),
    { numRuns: 100 },
  );
});
