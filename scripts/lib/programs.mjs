import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './project.mjs';

const APT = 'apt-get';

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const listOnPath = (names) =>
  names.flatMap((name) =>
    (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
  );

/** Installs the first of the system's packages that there is, where there is apt and we may. */
export function installByApt(packages, what) {
  if (process.platform !== 'linux' || spawnSync(APT, ['--version']).status !== 0) return;
  const isRoot = process.getuid() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return;
  const prefix = isRoot ? [] : ['sudo', '-n'];
  const run = (...args) => {
    const [program, ...rest] = [...prefix, APT, ...args];
    say(`Installing ${what}: ${APT} ${args[0]} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, stdout, stderr } = spawnSync(program, rest, { env, encoding: 'utf8' });
    if (status !== 0) say(`${stdout}${stderr}`);
    return status === 0;
  };
  run('update', '-q');
  packages.some((name) => run('install', '-y', '-q', '--no-install-recommends', name));
}
