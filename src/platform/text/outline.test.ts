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
