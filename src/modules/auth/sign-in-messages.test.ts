import { expect, it } from 'vitest';
import { signInMessage } from './sign-in-messages.ts';

it('P24.09 has words for its own codes, and for nothing that a link makes up', () => {
  expect(signInMessage('not-set-up')).toContain('External sign-in is not set up');
  for (const made of ['Call +1 555 0100', '__proto__', 'toString', '', undefined, ['failed']]) {
    expect(signInMessage(made)).toBeNull();
  }
});
