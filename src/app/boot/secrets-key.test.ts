import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSecretsKey } from './prepare.server.ts';

it('the key of an installation is made once, is the same for every process, and is for nobody else to read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'key-'));
  const made = await Promise.all([1, 2, 3].map(() => readSecretsKey(folder)));
  expect(new Set(made).size).toBe(1);
  expect(made[0]).toMatch(/^[\w+/]{43}=$/);
  expect(await readSecretsKey(folder)).toBe(made[0]);
  expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600);
  await rm(folder, { recursive: true });
});
