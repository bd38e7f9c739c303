import { expect, it } from 'vitest';
import { outlineOf } from './outline.ts';

it('lists the headings of a text with their levels and places, and nothing that stands in code', () => {
  const text = '# A **bold** one\r\n\nWords\n\n```sh\n# no heading\n```\n\n### Costs ###\n\n#hash';
  expect(outlineOf(text)).toEqual([
    { index: 0, at: 0, level: 1, words: 'A bold one' },
    { index: 1, at: 49, level: 3, words: 'Costs' },
  ]);
  expect(text.replaceAll('\r', '').slice(49)).toBe('### Costs ###\n\n#hash');
  expect(outlineOf('~~~\n# never closed')).toEqual([]);
});

it('knows underlined and empty headings, and leaves out those in quotes and lists', () => {
  const text =
    'First *one*\n===\n\n> # Quoted\n\n- # Listed\n\n  ## Listed, too\n\n##\n\nLast\none\n---\n\n---\n\nA | B\n--- | ---\n1 | 2\n\n\\# no heading';
  expect(outlineOf(text)).toEqual([
    { index: 0, at: 0, level: 1, words: 'First one' },
    { index: 1, at: text.indexOf('##\n'), level: 2, words: '' },
    { index: 2, at: text.indexOf('Last'), level: 2, words: 'Last one' },
  ]);
});
