import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureChromium } from './lib/ensure-chromium.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { capturePinned, runPinned, toolPath } from './lib/pinned.mjs';
import { runOrExplain, Stop, say, seconds } from './lib/project.mjs';

const HELP = `npm test            everything that CI runs
npm run check       the same without the browser

Format, lint, import direction, types, unused code, build, unit and API tests, browser tests, with a PostgreSQL and a
browser of its own. It goes on after a failure and ends with the line 'N passed, M failed': the tests that passed, and
the tests and other steps that failed.`;

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

function countTests(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

/** A run that fails without a failed test (a file that does not load, an unhandled error) is one failure itself. */
async function runTests(project, env = {}) {
  const report = join(reports, `${project}.json`);
  const code = await runPinned(
    [
      toolPath('vitest', 'vitest'),
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: { NODE_ENV: 'test', ...env } },
  );
  const { passed, failed } = countTests(report);
  totals.passed += passed;
  return code !== 0 && failed === 0 ? 1 : failed;
}

async function build() {
  await ensureBuilt();
  return 0;
}

async function test(args) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return 0;
  }
  const unknown = args.find((arg) => arg !== '--no-browser');
  if (unknown) throw new Stop(`Unknown argument ${unknown}; --help tells more.`);
  await ensureInstalled();
  const chromium = args.includes('--no-browser') ? undefined : ensureChromium();

  await step('format and lint', () => runQuietly([toolPath('@biomejs/biome', 'biome'), 'ci', '.']));
  await step('import direction', () => runQuietly(['scripts/lint-imports.mjs']));
  await step('types', () => runQuietly([toolPath('typescript', 'tsc'), '--noEmit']));
  await step('unused code', () => runQuietly([toolPath('knip', 'knip')]));
  const isBuilt = await step('build', build);
  await step('unit and API tests', () => runTests('unit'));
  if (chromium && isBuilt) {
    await step('browser tests', () => runTests('browser', { CHROMIUM_PATH: chromium }));
  } else if (chromium) {
    summary.push('skipped  browser tests: there is no build');
  }

  say(`\n${summary.join('\n')}\n`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
}

process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
await runOrExplain(() => test(process.argv.slice(2)));
