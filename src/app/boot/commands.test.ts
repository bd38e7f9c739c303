import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { children, runNode, startServing } from '#testing/processes.ts';
import { ask } from '#testing/serve.ts';

let dataDir = '';

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

it('PROMISE 17 a backup and the users are had from the embedded database while the site runs, and while it does not', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fos-commands-'));
  await chmod(dataDir, 0o711);
  const run = (...args: string[]) => runNode(args, { DATA_DIR: dataDir }).ended;
  const useBoth = async (name: string) => {
    const file = join(dataDir, name);
    const save = await run('src/platform/db/backup.cli.server.ts', 'save', file);
    expect(save).toEqual({ code: 0, output: expect.stringContaining(`Saved to ${file}`) });
    expect(gunzipSync(await readFile(file)).toString()).toContain('["users",{');
    const list = await run('src/modules/auth/admin.cli.server.ts', 'list');
    expect(list).toEqual({ code: 0, output: expect.stringMatching(/^\S+@\S+\t.*owner/m) });
  };
  const site = await startServing({ DATA_DIR: dataDir, STARTER_CONTENT: 'off' });
  await useBoth('while-it-runs.gz');
  expect((await ask(site.port, '/readyz')).status).toBe(200);
  site.child.kill('SIGTERM');
  expect((await site.ended).code).toBe(0);
  await useBoth('while-it-does-not.gz');
});
