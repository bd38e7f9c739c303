import { expect, it } from 'vitest';
import { htmlToMarkdown, htmlToPlain } from './html-to-markdown.server.ts';

const BASE = 'https://example.com/a/';

it('keeps headings, marks, lists, quotes, code and tables', () => {
  expect(
    htmlToMarkdown(
      '<h1>Title</h1><p>A <b>bold</b> and <i>slanted</i> word<br>on two lines</p><ul><li>one<li>two</ul><blockquote><p>Said</p></blockquote><pre><code>a = 1</code></pre><table><tr><th>A<th>B<tr><td>1<td>2</table>',
      BASE,
    ),
  ).toBe(
    '## Title\n\nA **bold** and *slanted* word\non two lines\n\n- one\n- two\n\n> Said\n\n```\na = 1\n```\n\n| A | B |\n| - | - |\n| 1 | 2 |',
  );
});

it('resolves addresses, and keeps the words alone of links that are not safe', () => {
  expect(htmlToMarkdown('<a href="b">b</a> <a href="javascript:alert(1)">no</a>', BASE)).toBe(
    '[b](https://example.com/a/b) no',
  );
});

it('leaves out scripts, forms and pictures, and takes signs as what they are', () => {
  expect(
    htmlToMarkdown(
      '<p>2 * 3 [x]<script>alert(1)</script><img src="a.png" alt="a"></p><form>f</form>',
    ),
  ).toBe('2 \\* 3 \\[x]');
  expect(htmlToMarkdown('# no heading\n\n- no list')).toBe('\\# no heading\n\n\\- no list');
});

it('keeps the words of a text that a machine nested', () => {
  expect(htmlToMarkdown(`${'<div>'.repeat(5000)}deep`)).toBe('deep');
});

it('has the words alone on one line', () => {
  expect(htmlToPlain('<p>one</p><p>two &amp; three</p>')).toBe('one two & three');
});
