import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { ensureScalePrograms } from './lib/ensure-scale-programs.mjs';
import { runPinned, toolPath } from './lib/pinned.mjs';
import { root, runCommand, say } from './lib/project.mjs';

const HELP = `npm run test:scale [-- FILE…]

The built server past one machine, from the files of deploy/: PgBouncer in both modes, a read replica that lags and is
killed, a fail-over to a synchronous standby, Varnish in front of two nodes, pictures and load. Installs PgBouncer and
Varnish from the system's packages where they are missing and it may. Takes up to 20 minutes; the figures go to scale/results/.

  SCALE_EDITS=40    so many edits instead of 1,000`;

const results = join(root, 'scale/results');

const readFigures = () =>
  existsSync(results)
    ? readdirSync(results).map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')))
    : [];

async function test(args) {
  await ensureInstalled('testing');
  await ensureBuilt();
  const programs = ensureScalePrograms();
  if (args.length === 0) rmSync(results, { recursive: true, force: true });
  const projects = ['--project=scale', ...(args.length === 0 ? ['--project=pooled'] : [])];
  const code = await runPinned(
    [toolPath('vitest', 'vitest'), 'run', ...projects, '--reporter=default', ...args],
    { env: { NODE_ENV: 'test', ...programs } },
  );
  say('\n| test | figures |\n| --- | --- |');
  for (const { name, ...figures } of readFigures()) {
    const texts = Object.entries(figures).map(([what, value]) => `${what}: ${value}`);
    say(`| ${name} | ${texts.join('; ')} |`);
  }
  return code;
}

await runCommand(HELP, test);
