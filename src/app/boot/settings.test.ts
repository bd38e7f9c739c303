import { afterEach, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { findPort, loadSettings } from './settings.server.ts';

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

it('a port that the system chooses is known before the server listens, so that links can name it', async () => {
  const port = await findPort(readSettings({ PORT: '0', HOST: '127.0.0.1' }));
  expect(port).toBeGreaterThan(0);
  const settings = readSettings({ PORT: String(port), HOST: '127.0.0.1' });
  expect(await findPort(settings)).toBe(port);
  expect(settings.SITE_URL).toBe(`http://localhost:${port}`);
});
