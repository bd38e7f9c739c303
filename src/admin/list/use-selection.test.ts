import { expect, it } from 'vitest';
import { selectedOf, withChosen } from './use-selection.ts';

it('A12.01 counts what is chosen and shown, so that nothing unseen is published or deleted', () => {
  const chosen = withChosen(withChosen(new Set(), [1, 2, 3], true), [2], false);
  expect([...chosen]).toEqual([1, 3]);
  expect(selectedOf([3, 4], chosen)).toEqual([3]);
  expect(selectedOf([], chosen)).toEqual([]);
});
