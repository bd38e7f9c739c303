import { defineConfig } from 'vitest/config';

/** How long a test waits for what it polls: far longer than it takes, so that a busy machine fails nothing. */
const PATIENCE = { poll: { timeout: 20_000 } };

/**
 * Tests use real browsers, servers and clocks. A machine that takes the processor away for seconds fails one by chance:
 * it is tried once more, and `npm test` names what passed only then, to be mended.
 */
const MORE_TRIES = 1;

/** The long rounds of `npm run test:faults`. */
const LONG = 'faults/{hostile,memory,overload,release,soak,stop,first-start}.test.ts';
/** They promise how long something takes, or flood the machine: each has it for itself. */
const TIMED = [
  'src/platform/server/http-server.test.ts',
  'src/modules/page-text/hostile-pages.test.ts',
  'src/content/{hostile-text,glossary/linking/render-markdown}.test.ts',
  'src/content/news/{feeds/fetch-feeds,text/read-in-thread,rewrite/clean-rewrite}.test.ts',
];
/** The same, of those that start, flood, cut off and kill whole servers, or build one: `npm run test:long`. */
const LONG_TIMED = [
  'faults/**/*.test.ts',
  'src/platform/server/{database-away,mentions,one-stranger,overload,read-only}.test.ts',
  'src/platform/db/{embedded-postgres,restore}.test.ts',
  'src/app/boot/{commands,group-signal,kill,nodes,settings-nodes,uploads}.test.ts',
  'src/modules/search/{search-size,spelling}.test.ts',
  'src/tools/data/data-memory.test.ts',
  'src/content/news/feeds/fetch-together.test.ts',
  'src/content/new-type.test.ts',
  'src/modules/page-text/hostile-flood.test.ts',
];
/** Walks over all screens, and long journeys beyond the rows of the specification: `npm run test:long`. */
const LONG_JOURNEYS = [
  'e2e/admin-{axe,csv,drafts,evidence,find,jobs,lists,people,roles,settings,talk,tokens,upkeep}.test.ts',
  'e2e/{blocks,compare-four,corrections,decide,decide-address,decide-full,desk-tools,passkeys,writing,writing-page}.test.ts',
  'e2e/public-{adapts,breaks,looks}.test.ts',
];

const SETUP = ['./src/testing/global-setup.ts'];
const ONE_AT_A_TIME = {
  environment: 'node',
  retry: MORE_TRIES,
  setupFiles: ['./src/testing/console-guard.ts', './src/testing/fresh-process.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: PATIENCE,
  isolate: false,
  fileParallelism: false,
};
const IN_BROWSER = {
  environment: 'node',
  retry: MORE_TRIES,
  env: { NODE_ENV: 'production' },
  setupFiles: ['./src/testing/tell-failed-pages.ts'],
  // Every step has its own limit (src/testing/browser.ts): that of the whole must not be what a slow machine reaches.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: PATIENCE,
  isolate: false,
  // A page waits as long as it works: two use one core, three nearly two.
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    // One PostgreSQL with the starter content, for all projects of a run.
    globalSetup: SETUP,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.{ts,tsx}', ...TIMED, ...LONG_TIMED],
          sequence: { groupOrder: 0 },
          setupFiles: ['./src/testing/console-guard.ts', './src/testing/fresh-process.ts'],
          retry: MORE_TRIES,
          // Far longer than any of them takes: only a failure pays the wait.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
          // Files share what they import, as all requests of a server do: loading it anew cost a third of the time.
          isolate: false,
          // Many tests wait for a server or a clock: one more than the cores keeps both busy.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'timed',
          include: TIMED,
          sequence: { groupOrder: 1 },
          ...ONE_AT_A_TIME,
          // What other files left in the heap is collected in pauses that these would count as their own.
          isolate: true,
        },
      },
      {
        test: {
          name: 'long',
          include: LONG_TIMED,
          exclude: [LONG],
          sequence: { groupOrder: 1 },
          ...ONE_AT_A_TIME,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['faults/**/*.test.ts'],
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
          expect: PATIENCE,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts', 'src/**/*.browser.test.{ts,tsx}'],
          exclude: LONG_JOURNEYS,
          sequence: { groupOrder: 2 },
          ...IN_BROWSER,
        },
      },
      {
        test: {
          name: 'journeys',
          include: LONG_JOURNEYS,
          sequence: { groupOrder: 2 },
          ...IN_BROWSER,
        },
      },
    ],
  },
});
