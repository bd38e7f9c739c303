import { expect, it } from 'vitest';
import { checkGuide } from './style-guides-screen.tsx';

it('A6.05 asks for name and prompt, not for a description', () => {
  expect(checkGuide({ name: ' ', prompt: '' })).toEqual({
    name: 'Name is required',
    prompt: 'Prompt is required',
  });
  expect(checkGuide({ name: 'House', prompt: 'Plain.' })).toEqual({});
});
