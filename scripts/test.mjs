import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureChromium } from './lib/ensure-chromium.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { capturePinned, runPinned, toolPath } from './lib/pinned.mjs';
import { runCommand, Stop, say, seconds } from './lib/project.mjs';

const HELP = `npm test            everything that CI runs
npm run check       the same without the browser
npm run test:long   what takes longer, before a release: faults, kills and floods of whole servers, one at a time,
                    walks over all screens, and the long journeys of the desk

Format, lint, import direction, types, unused code, build, unit and API tests, tests of time one at a time,
browser tests, with a PostgreSQL and a browser of its own. It goes on after a failure and ends with the ten slowest
tests, each step, the names of the tests that failed, and the line
'N passed, M failed': the tests that passed, and the tests and other steps that failed. A test that fails is tried once
more; those that passed only then are named.`;

const reports = mkdtempSync(join(tmpdir(), 'fos-test-'));
const totals = { passed: 0, failed: 0 };
const summary = [];

async function step(name, work) {
  const since = performance.now();
  say(`\n── ${name}`);
  const failures = await work().catch((error) => {
    say(error instanceof Stop ? error.message : error.stack);
    return 1;
  });
  totals.failed += failures;
  const line = `${failures === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds(since)})`;
  summary.push(line);
  say(line);
  return failures === 0;
}

/** Silent unless it fails. */
async function runQuietly(args) {
  const { code, output } = await capturePinned(args);
  if (code !== 0) say(output.trimEnd());
  return code === 0 ? 0 : 1;
}

/** The first line of an error, and the page on which it happened. */
const inShort = (text = '') => {
  const [first, ...lines] = stripVTControlCharacters(text).split('\n');
  const page = lines.findIndex((line) => line.startsWith('The page of the failed test'));
  return [first, ...(page < 0 ? [] : lines.slice(page, page + 11))].join('\n          ');
};

const SLOWEST = 10;
const durations = [];

function readReport(report) {
  if (!existsSync(report)) return { passed: 0, failures: [], retried: [] };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const nameOf = (file, title) => `        ${relative(process.cwd(), file)}: ${title}`;
  const told = (file, title, messages) =>
    [nameOf(file, title), ...messages.map(inShort)].join('\n          ');
  for (const { name, assertionResults } of testResults)
    for (const { fullName, duration } of assertionResults)
      durations.push({ name: nameOf(name, fullName), ms: duration ?? 0 });
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    // A file that could not be loaded or set up has no failed test of its own.
    if (status === 'failed' && failed.length === 0) return [told(name, 'the file', [message])];
    return failed.map((one) => told(name, one.fullName, one.failureMessages));
  });
  const retried = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((one) => one.status === 'passed' && one.failureMessages.length > 0)
      .map((one) => told(name, `${one.fullName} (passed when tried again)`, one.failureMessages)),
  );
  return { passed: numPassedTests, failures, retried };
}

/** One process and one PostgreSQL for all of them; a run that fails without a failed test is one failure itself. */
async function runTests(projects, env = {}) {
  const report = join(reports, `${projects.join('-')}.json`);
  const code = await runPinned(
    [
      toolPath('vitest', 'vitest'),
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: { NODE_ENV: 'test', ...env } },
  );
  const { passed, failures, retried } = readReport(report);
  totals.passed += passed;
  if (failures.length > 0) say(failures.join('\n'));
  summary.push(...retried, ...failures);
  return code !== 0 && failures.length === 0 ? 1 : failures.length;
}

async function build() {
  await ensureBuilt();
  return 0;
}

const checks = [
  ['format and lint', ['@biomejs/biome', 'biome'], ['ci', '--error-on-warnings', '.']],
  [
    'import direction',
    ['dependency-cruiser', 'depcruise'],
    ['src', '--config', '.dependency-cruiser.mjs'],
  ],
  ['unused code', ['knip', 'knip'], []],
];

async function checkSources() {
  for (const [name, tool, args] of checks) {
    await step(name, () => runQuietly([toolPath(...tool), ...args]));
  }
}

const checkTypes = () =>
  step('types', () => runQuietly([toolPath('typescript-native', 'tsc'), '--noEmit']));

async function test(args) {
  const unknown = args.find((arg) => arg !== '--no-browser' && arg !== '--long');
  if (unknown) throw new Stop(`Unknown argument ${unknown}; --help tells more.`);
  await ensureInstalled('testing');
  const isLong = args.includes('--long');
  const chromium = args.includes('--no-browser') ? undefined : ensureChromium();

  // Beside each other: most of them use one core.
  const [isBuilt] = await Promise.all([
    step('build', build),
    ...(isLong ? [] : [checkTypes().then(checkSources)]),
  ]);
  const projects = isLong ? ['long', 'journeys'] : ['unit', 'timed', 'browser'];
  if (chromium && !isBuilt) summary.push('skipped  browser tests: there is no build');
  await step('tests', () =>
    runTests(chromium && isBuilt ? projects : projects.slice(0, -1), { CHROMIUM_PATH: chromium }),
  );

  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  say('\nThe slowest tests:');
  for (const { name, ms } of slowest) say(`${name} (${(ms / 1000).toFixed(1)} s)`);
  say(`\n${summary.join('\n')}\n`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
}

process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
await runCommand(HELP, test);
