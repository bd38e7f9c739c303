import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const PINNED = new URL('../../../scripts/lib/pinned.mjs', import.meta.url).href;

/** Says its process id, then waits for its end as the server does. */
const SERVER = `console.log(process.pid); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);`;
const LAUNCHER = `import { runPinned } from ${JSON.stringify(PINNED)}; await runPinned(['-e', ${JSON.stringify(SERVER)}]);`;
/** npm runs a script in a shell, which stays when npm itself is killed. */
const NPM = `require('node:child_process').spawn('sh', ['-c', '"$NODE" --input-type=module -e "$LAUNCHER"; exit 0'], { stdio: 'inherit' });`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('PROMISE 22 kill -9 of npm ends the server, though the shell between them lives on', async () => {
  const npm = spawn(process.execPath, ['-e', NPM], {
    env: { PATH: process.env.PATH, NODE: process.execPath, LAUNCHER, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(npm.stdout), 'line');
  const server = Number(line);
  expect(isAlive(server)).toBe(true);
  npm.kill('SIGKILL');
  await expect.poll(() => isAlive(server), { timeout: 10_000 }).toBe(false);
});
