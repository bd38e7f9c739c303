import { afterEach, expect, it } from 'vitest';
import { loadSettings } from './settings.server.ts';

const before = process.env.NODE_ENV;
afterEach(() => {
  process.env.NODE_ENV = before;
});

it('PROMISE 25 libraries hear the same NODE_ENV: unset is production, where no page shows a stack', () => {
  delete process.env.NODE_ENV;
  expect(loadSettings('no-such.env').NODE_ENV).toBe('production');
  expect(process.env.NODE_ENV).toBe('production');
  process.env.NODE_ENV = 'development';
  loadSettings('no-such.env');
  expect(process.env.NODE_ENV).toBe('development');
});
