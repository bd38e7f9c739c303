import { spawn } from 'node:child_process';
import { chown, lstat, readFile } from 'node:fs/promises';

/** The account PostgreSQL runs under; undefined means the one that we run under ourselves. */
export type Runner = { uid: number; gid: number } | undefined;

export function weAreRoot(): boolean {
  return process.getuid?.() === 0;
}

async function findNobody(): Promise<{ uid: number; gid: number }> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = accounts.match(/^nobody:.*$/m)?.[0].split(':') ?? [];
  // macOS writes -2 where chown and spawn want numbers that they can read back.
  const uid = Number(fields[2] ?? 65534);
  const gid = Number(fields[3] ?? 65534);
  return { uid: uid < 0 ? 65534 : uid, gid: gid < 0 ? 65534 : gid };
}

/** PostgreSQL refuses to run as root: then it runs as the owner of the cluster, or as `nobody`. */
export async function chooseRunner(cluster: string | undefined): Promise<Runner> {
  if (!weAreRoot()) return undefined;
  const owner = cluster && (await lstat(cluster).catch(() => undefined));
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findNobody();
}

export async function giveTo(runner: Runner, path: string): Promise<void> {
  if (runner) await chown(path, runner.uid, runner.gid);
}

/** Only what PostgreSQL needs: neither our secrets nor the caller's PG* settings reach it. */
export const RUN_ENV: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    ['PATH', 'SystemRoot', 'TEMP'].map((name) => [name, process.env[name]] as const),
  ),
  LC_ALL: 'C',
  TZ: 'UTC',
};

export type Outcome = { code: number | null; output: string };

/** Runs a program to its end under the given account; one that cannot be started has the reason as its output. */
export function runAs(runner: Runner, program: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...runner,
      cwd: '/',
      env: RUN_ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-200_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', ({ message }) => resolve({ code: null, output: message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Asked of the system itself, because modes, groups, access lists and mounts all have a say. */
export async function canReach(runner: Runner, folder: string): Promise<boolean> {
  if (!runner) return true;
  const outcome = await runAs(runner, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
  return outcome.code === 0;
}
