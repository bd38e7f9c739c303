import { existsSync, readdirSync } from 'node:fs';
import { installByApt, isProgram, listOnPath } from './programs.mjs';
import { Stop } from './project.mjs';

const findProgram = (name) => [...listOnPath([name]), `/usr/sbin/${name}`].find(isProgram);

const XKEY = 'varnish/vmods/libvmod_xkey.so';

/** Debian has a folder of libraries for each kind of processor, others have one for all. */
const findXkey = () =>
  ['/usr/lib', '/usr/lib64']
    .filter(existsSync)
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => `${folder}/${name}`)])
    .map((folder) => `${folder}/${XKEY}`)
    .find(existsSync);

/** The programs of `npm run test:scale`: how to find each, and the system's package that brings it. */
const NEEDED = [
  ['pgbouncer', 'PGBOUNCER_PATH', () => findProgram('pgbouncer')],
  ['varnish', 'VARNISHD_PATH', () => findProgram('varnishd')],
  ['varnish-modules', 'VARNISH_XKEY', findXkey],
];

/** Installs what is missing, where it may; returns where each is, by the name of its setting. */
export function ensureScalePrograms() {
  for (const [name, variable, find] of NEEDED) {
    if (!process.env[variable] && !find()) installByApt([name], `${name} for its tests`);
  }
  const found = NEEDED.map(([, variable, find]) => [variable, process.env[variable] ?? find()]);
  const missing = NEEDED.filter((_, at) => !found[at][1]).map(([name]) => name);
  if (missing.length === 0) return Object.fromEntries(found);
  throw new Stop(`npm run test:scale needs these packages of the system: ${missing.join(', ')}.`);
}
