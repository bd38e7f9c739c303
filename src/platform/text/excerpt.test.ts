import { describe, expect, it } from 'vitest';
import { excerpt, stripMarks } from './excerpt.ts';

describe('P3.03 stripMarks', () => {
  it.each([
    ['# Title\n\nText', 'Title Text'],
    ['## Closed ##', 'Closed'],
    ['We use C #', 'We use C #'],
    ['Title\n=====\nText\n---\nmore', 'Title Text more'],
    ['**bold** and *italic* and ***both*** and ~~gone~~', 'bold and italic and both and gone'],
    ['**bold with *italic* inside**', 'bold with italic inside'],
    ['__bold__ and _italic_ but snake_case_name', 'bold and italic but snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['[link](https://example.com "t") and ![alt](/a.png)', 'link and alt'],
    ['[![alt](/a.png)](https://example.com)', 'alt'],
    ['[wiki](https://e.org/a_(b))', 'wiki'],
    ['[ref][1] and note[^1]\n\n[1]: https://example.com\n[^1]: A source', 'ref and note'],
    ['<https://example.com>', 'https://example.com'],
    ['> quoted\n> > twice', 'quoted twice'],
    ['- one\n- [x] two\n1. three\n  * four', 'one two three four'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
    ['```js\nconst a = 1;\n```', 'const a = 1;'],
    ['`a*b*c` stays', 'a*b*c stays'],
    ['\\*not\\* and 5 \\# 6', '*not* and 5 # 6'],
    ['Fish &amp; chips &lt;b&gt;', 'Fish & chips <b>'],
    ['<script>x</script>', '<script>x</script>'],
    [' a \n\n\t b\u00a0c ', 'a b c'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('%j', (markdown, text) => {
    expect(stripMarks(markdown)).toBe(text);
  });
});

it('P3.03 cuts at exactly the length, and says so only when something was cut', () => {
  expect(excerpt('a'.repeat(150), 150)).toBe('a'.repeat(150));
  expect(excerpt('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}...`);
  expect(excerpt(`**${'a'.repeat(150)}**`, 150)).toBe('a'.repeat(150));
  expect([excerpt('', 5), excerpt(null, 5), excerpt('abc', 0)]).toEqual(['', '', '...']);
});

it('P3.03 ends at the last whole word within the number', () => {
  expect(excerpt('ab cd', 3)).toBe('ab...');
  expect(excerpt('ab cd', 2)).toBe('ab...');
  expect(excerpt('one two three', 12)).toBe('one two...');
  expect(excerpt('one two three', 13)).toBe('one two three');
  expect(excerpt('onetwothree four', 5)).toBe('onetw...');
  expect(excerpt('one 😀😀 three', 6)).toBe('one 😀😀...');
});

it('P3.03 counts a character outside the basic plane as one and never halves it', () => {
  expect(excerpt('😀'.repeat(10), 10)).toBe('😀'.repeat(10));
  expect(excerpt('😀'.repeat(11), 10)).toBe(`${'😀'.repeat(10)}...`);
});
