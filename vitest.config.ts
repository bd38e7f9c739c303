import { defineConfig } from 'vitest/config';

/** How long a test waits for what it polls: far longer than it takes, so that a busy machine fails nothing. */
const PATIENCE = { poll: { timeout: 20_000 } };

/** Tests use real browsers, servers and clocks and may fail by chance on a busy machine; `npm test` names what passed only then. */
const MORE_TRIES = 2;

/** The long rounds of `npm run test:faults`. */
const LONG = 'faults/{hostile,memory,overload,release,search-fill,soak,stop,first-start}.test.ts';
/** Each kind of call, by every role: `npm run test:scale` has them made through a pooler in transaction mode too. */
const CONTRACT = [
  'scale/through-pooler.contract.ts',
  'src/content/contract.test.ts',
  'src/platform/http/{openapi,openapi-requests,roles,idempotency}.test.ts',
  'src/kit/**/*.test.ts',
  'src/modules/{auth,csv,drafts,revisions,schedule,search,tokens,uploads}/**/*.test.ts',
  'src/content/news/jobs/*.test.ts',
];
/** They promise how long something takes, or flood the machine: each has it for itself. */
const TIMED = [
  'src/platform/server/http-server.test.ts',
  'src/tools/data/data-memory.test.ts',
  'src/content/{hostile-text,glossary/linking/render-markdown}.test.ts',
  'src/content/news/{feeds/fetch-feeds,text/read-in-thread,rewrite/clean-rewrite}.test.ts',
];
/** The same, of those that start, flood, cut off and kill whole servers: `npm run test:long`. */
const LONG_TIMED = [
  'faults/**/*.test.ts',
  'src/platform/server/{database-away,mentions,overload,read-only}.test.ts',
  'src/platform/db/{embedded-postgres,restore}.test.ts',
  'src/app/boot/{fill-search,group-signal,index-now,kill,nodes,settings-nodes,traces,uploads}.test.ts',
  'src/modules/releases/{release-bounds,release-told}.test.ts',
  'src/modules/search/{search-load,spelling}.test.ts',
  'src/content/news/feeds/fetch-together.test.ts',
  'src/tools/finder/kill.test.ts',
];
/** Walks over all screens, and long journeys beyond the rows of the specification: `npm run test:long`. */
const LONG_JOURNEYS = [
  'e2e/admin-{axe,csv,evidence,finder,lists,people,quotes,release-schedule,releases,roles,settings,shapes,talk,timed-jobs,tokens,upkeep,watched-quotes}.test.ts',
  'e2e/{blocks,compare-four,corrections,decide,decide-full,decide-together,desk-tools,panel-keys,passkeys,triage,vendor-word,writing,writing-page}.test.ts',
  'e2e/public-{adapts,breaks,looks}.test.ts',
];

const SETUP = ['./src/testing/global-setup.ts'];
const ONE_AT_A_TIME = {
  environment: 'node',
  retry: MORE_TRIES,
  globalSetup: SETUP,
  setupFiles: ['./src/testing/console-guard.ts', './src/testing/fresh-process.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: PATIENCE,
  isolate: false,
  fileParallelism: false,
};
const IN_BROWSER = {
  environment: 'node',
  retry: MORE_TRIES,
  globalSetup: SETUP,
  setupFiles: ['./src/testing/tell-failed-pages.ts'],
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: PATIENCE,
  isolate: false,
  // A page waits as long as it works: two use one core, three nearly two.
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.{ts,tsx}', ...TIMED, ...LONG_TIMED],
          globalSetup: SETUP,
          setupFiles: ['./src/testing/console-guard.ts', './src/testing/fresh-process.ts'],
          retry: MORE_TRIES,
          testTimeout: 40_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
          // Files share what they import, as all requests of a server do: loading it anew cost a third of the time.
          isolate: false,
          // Many tests wait for a server or a clock: one more than the cores keeps both busy.
          maxWorkers: 3,
        },
      },
      { test: { name: 'timed', include: TIMED, ...ONE_AT_A_TIME } },
      { test: { name: 'long', include: LONG_TIMED, exclude: [LONG], ...ONE_AT_A_TIME } },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['faults/**/*.test.ts'],
          globalSetup: SETUP,
          env: { FAULTS: 'full' },
          hookTimeout: 120_000,
          expect: PATIENCE,
          // One at a time: each measures how long a recovery takes.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'scale',
          environment: 'node',
          include: ['scale/**/*.test.ts'],
          globalSetup: SETUP,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          expect: PATIENCE,
          // One at a time: each measures, with several servers of its own.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'pooled',
          environment: 'node',
          include: CONTRACT,
          globalSetup: ['./src/testing/global-setup.ts', './scale/support/pooled-setup.ts'],
          setupFiles: ['./src/testing/console-guard.ts', './src/testing/fresh-process.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts', 'src/**/*.browser.test.{ts,tsx}'],
          exclude: LONG_JOURNEYS,
          ...IN_BROWSER,
        },
      },
      { test: { name: 'journeys', include: LONG_JOURNEYS, ...IN_BROWSER } },
    ],
  },
});
