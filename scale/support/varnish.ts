import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '#testing/serve.ts';
import { makeFolder } from '../../faults/support/product.ts';
import { findPort, readDeployed } from './postgres.ts';

const replaceOnce = (text: string, what: string, by: string) => {
  if (text.split(what).length !== 2) throw new Error(`deploy/ does not have ${what} once`);
  return text.replace(what, by);
};

const running = new Set<ReturnType<typeof spawn>>();

/** Varnish by deploy/varnish.conf and deploy/varnish.vcl, but for ports, folder and, where we are not root, the account. */
export const startVarnish = async (nodes: readonly [number, number], purgePort: number) => {
  const folder = await makeFolder();
  const port = await findPort();
  const vcl = join(folder, 'site.vcl');
  const [one, two] = nodes;
  const ported = replaceOnce(
    await readDeployed('varnish.vcl'),
    '.port = "3000"',
    `.port = "${one}"`,
  );
  await writeFile(vcl, replaceOnce(ported, '.port = "3001"', `.port = "${two}"`));
  let command = /^ExecStart=(\/.*)$/m.exec(await readDeployed('varnish.conf'))?.[1] ?? '';
  for (const [what, by] of [
    ['=:6081', `=127.0.0.1:${port}`],
    [':6082', `:${purgePort}`],
    ['/etc/varnish/family-office-software.vcl', vcl],
    ['/usr/sbin/varnishd', process.env.VARNISHD_PATH ?? '/usr/sbin/varnishd'],
    ...(process.getuid?.() === 0 ? [] : [['unix,user=vcache', 'none']]),
  ]) {
    command = replaceOnce(command, what ?? '', by ?? '');
  }
  const [program = '', ...args] = command.split(' ');
  const child = spawn(program, [...args, '-n', join(folder, 'work')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Varnish ended:\n${said}`);
    const isUp = await ask(port, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isUp) break;
    await sleep(100);
  }
  return { port, pid: child.pid ?? 0 };
};

export const stopVarnish = async () => {
  for (const child of running) {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  }
  running.clear();
};
