import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from './env.server.ts';
import { readSecretsKey } from './secrets-key.server.ts';

it('the key of an installation is made once, is the same for every process, and is for nobody else to read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'key-'));
  const settings = readSettings({ DATA_DIR: folder });
  const made = await Promise.all([1, 2, 3].map(() => readSecretsKey(settings)));
  expect(new Set(made).size).toBe(1);
  expect(made[0]).toMatch(/^[\w+/]{43}=$/);
  expect(await readSecretsKey(settings)).toBe(made[0]);
  const outside = { DATA_DIR: folder, DATABASE_URL: 'postgres://database/site' };
  expect(await readSecretsKey(readSettings(outside))).toBeUndefined();
  const given = { ...outside, SECRETS_KEY: 'a key of this installation' };
  expect(await readSecretsKey(readSettings(given))).toBe('a key of this installation');
  expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600);
  await rm(folder, { recursive: true });
});
