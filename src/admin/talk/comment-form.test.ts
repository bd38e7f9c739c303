import { expect, it } from 'vitest';
import { isOffered } from './comment-form.tsx';

const NORA = { name: 'Nora', email: 'nora@example.com' };
const STONE = { name: 'Nora Stone', email: 'stone@example.com' };

it.each([
  ['nor', ['Nora', 'Nora Stone']],
  ['stone@', ['Nora Stone']],
  // A person without a last name is named by now: Enter and Tab are of the text again.
  ['nora', ['Nora Stone']],
  ['nora s', ['Nora Stone']],
  ['nora n', []],
  ['nora stone', []],
])('after @%s it offers %j', (asked, names) => {
  const offered = [NORA, STONE].filter(isOffered(asked));
  expect(offered.map(({ name }) => name)).toEqual(names);
});

it('offers nobody once a person with a first name only stands there', () => {
  expect(isOffered('nora ')(NORA)).toBe(false);
});
