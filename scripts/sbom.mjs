import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runNpm } from './lib/npm.mjs';
import { root, runCommand, Stop, say } from './lib/project.mjs';

const HELP = `npm run sbom [-- FILE]

Writes what a built release loads while it runs, package by package with licence and checksum, as CycloneDX into
FILE (sbom.cdx.json). Packages that only the build and the tests use are left out; package-lock.json names them.`;

const ARGS = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** A project of what runs alone: with `--omit=dev` npm leaves out packages that a tool of the build uses as well. */
function writeWithoutDev(folder) {
  const { devDependencies: _build, ...project } = readJson('package.json');
  const lock = readJson('package-lock.json');
  const { '': top, ...packages } = lock.packages;
  const { devDependencies: _tools, ...own } = top;
  const kept = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const whole = { ...lock, packages: { '': own, ...Object.fromEntries(kept) } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(whole));
}

async function write([file = 'sbom.cdx.json']) {
  const chunks = [];
  const folder = mkdtempSync(join(tmpdir(), 'fos-sbom-'));
  writeWithoutDev(folder);
  const failure = await runNpm([...ARGS, '--package-lock-only', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 2],
    onStart: (child) => child.stdout.on('data', (chunk) => chunks.push(chunk)),
  });
  rmSync(folder, { recursive: true, force: true });
  if (failure) throw new Stop(`There is no list of packages: ${failure}.`);
  const bom = JSON.parse(Buffer.concat(chunks).toString());
  // npm calls the product by the name of the folder that it lies in.
  bom.metadata.component.name = readJson('package.json').name;
  writeFileSync(resolve(file), `${JSON.stringify(bom, null, 2)}\n`);
  say(`${file}: ${bom.components.length} packages`);
}

await runCommand(HELP, write);
