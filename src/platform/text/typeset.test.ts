import { expect, it } from 'vitest';
import { typeset } from './typeset.ts';

it.each([
  [`She said "no" twice.`, 'She said “no” twice.'],
  [`the family's "book of record"`, 'the family’s “book of record”'],
  [`'Single' and ("double")`, '‘Single’ and (“double”)'],
  [`"'Nested' quotes"`, '“‘Nested’ quotes”'],
  [`trustees' fees of the '90s`, 'trustees’ fees of the ’90s'],
  [`**"Real time"** in *the family*'s demo`, '**“Real time”** in *the family*’s demo'],
  ['12 x 4 and 3x5', '12 × 4 and 3×5'],
  ['0x41, 2x leverage, x-ray', '0x41, 2x leverage, x-ray'],
  [`see https://example.com/it's?q="a" now`, `see https://example.com/it's?q="a" now`],
  ['plain', 'plain'],
])('sets %s', (text, set) => {
  expect(typeset(text)).toBe(set);
});

it('knows what stands before the text', () => {
  expect(typeset(`"`, 'd')).toBe('”');
  expect(typeset(`'s`, 'y')).toBe('’s');
});
