import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { writeGreeting } from './greeting.server.ts';

const started = { port: 3000, settings: { SITE_URL: 'http://localhost:3000' }, ms: 2345 };
const firstAdmin = { email: 'admin@localhost', password: 'a-made-password' };
/** A terminal gets some of it in bold. */
const plain = stripVTControlCharacters;

it('the address and the first password stand between two rules, on lines of their own', () => {
  const lines = plain(writeGreeting({ ...started, firstAdmin })).split('\n');
  expect(lines).toEqual([
    '',
    '═'.repeat(72),
    'Ready in 2.3 s at http://localhost:3000',
    '',
    'The first administrator, shown this once (sign in at http://localhost:3000/auth):',
    '  Email:    admin@localhost',
    '  Password: a-made-password',
    '═'.repeat(72),
    '',
  ]);
});

it('tells the address alone when there is an administrator, and the public one when it is set', () => {
  const settings = { SITE_URL: 'https://guide.example' };
  const text = plain(writeGreeting({ ...started, settings, firstAdmin: null }));
  expect(text).toContain('Ready in 2.3 s at https://guide.example\n');
  expect(text).not.toContain('Password');
});
