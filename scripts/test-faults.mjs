import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runPinned, toolPath } from './lib/pinned.mjs';
import { root, runCommand, say } from './lib/project.mjs';

const HELP = `npm run test:faults [-- FILE…]

Makes faults against the built server and a real PostgreSQL, and counts what was lost: kill -9, killed first starts,
migrations, imports and restores, a full disk, a database that goes, hangs and comes back under load, SIGTERM under
load, a release without packages of development, a crowd of 1,000 connections, 10,000 hostile texts, a soak, and about 25,000 generated requests to every call of the API by every role. Takes more than an hour; the figures go to faults/results/.

  FAULT_ROUNDS=5          at most so many rounds of each fault
  FAULT_SOAK_MINUTES=2    the length of the soak instead of ten minutes
  API_REQUESTS=5          so many generated requests to each call by each role instead of 20
  API_SEED=7              the same requests again instead of new ones`;

const results = join(root, 'faults/results');

const readFigures = () =>
  existsSync(results)
    ? readdirSync(results)
        .filter((file) => file.endsWith('.json') && file !== 'all.json')
        .map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')))
    : [];

const lineOf = ({ name, rounds, requests, faults, losses, worstRecoveryMs, note }) =>
  `| ${[name, rounds, requests, faults, losses, worstRecoveryMs ?? '', note ?? ''].join(' | ')} |`;

const runTests = (project, args, env = {}) =>
  runPinned(
    [toolPath('vitest', 'vitest'), 'run', `--project=${project}`, '--reporter=default', ...args],
    {
      env: { NODE_ENV: 'test', ...env },
    },
  );

/** Others in each run; the seed repeats a failure. */
const tryGeneratedRequests = () => {
  const { API_REQUESTS = '20', API_SEED = String(randomInt(1_000_000)) } = process.env;
  say(`\nGenerated requests: API_REQUESTS=${API_REQUESTS} API_SEED=${API_SEED}`);
  return runTests('unit', ['src/platform/http/openapi-requests.test.ts'], {
    API_REQUESTS,
    API_SEED,
  });
};

async function test(args) {
  await ensureInstalled('testing');
  await ensureBuilt();
  const isWhole = args.length === 0;
  if (isWhole) rmSync(results, { recursive: true, force: true });
  const code = await runTests('faults', args);
  const requestsCode = isWhole ? await tryGeneratedRequests() : 0;
  const figures = readFigures();
  if (figures.length > 0) {
    writeFileSync(join(results, 'all.json'), `${JSON.stringify(figures, null, 2)}\n`);
  }
  say('\n| fault | rounds | requests | faults | losses | worst recovery, ms | |');
  say('| --- | ---: | ---: | ---: | ---: | ---: | --- |');
  for (const one of figures) say(lineOf(one));
  return code || requestsCode;
}

await runCommand(HELP, test);
