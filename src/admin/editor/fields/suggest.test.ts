import { expect, it } from 'vitest';
import { lineAt, suggest } from './lines-input.tsx';

const EXISTING = ['Accounting', 'Portfolio accounting', 'Reporting'];

it('suggests what begins so before what only has it', () => {
  expect(suggest(EXISTING, 'acc', [])).toEqual(['Accounting', 'Portfolio accounting']);
});

it('suggests nothing for an empty line, for what is there already, and for itself', () => {
  expect(suggest(EXISTING, '  ', [])).toEqual([]);
  expect(suggest(EXISTING, 'acc', ['accounting'])).toEqual(['Portfolio accounting']);
  expect(suggest(EXISTING, 'Reporting', ['Reporting'])).toEqual([]);
});

it('offers the spelling that others have', () => {
  expect(suggest(EXISTING, 'reporting', ['reporting'])).toEqual(['Reporting']);
});

it('finds the line of the cursor', () => {
  expect(lineAt('one\ntwo\nthree', 5)).toEqual({ start: 4, end: 7 });
  expect(lineAt('one', 3)).toEqual({ start: 0, end: 3 });
  expect(lineAt('one\n', 4)).toEqual({ start: 4, end: 4 });
});
