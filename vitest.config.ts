import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.{ts,tsx}'],
          globalSetup: ['./src/testing/global-setup.ts'],
          setupFiles: ['./src/testing/console-guard.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // Files share what they import, as all requests of a server do: loading it anew cost a third of the time.
          isolate: false,
          // Many tests wait for a server or a clock: one more than the cores keeps both busy.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.test.ts', 'src/**/*.browser.test.{ts,tsx}'],
          globalSetup: ['./src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          // One page of Chromium at a time is what two cores carry.
          maxWorkers: 2,
        },
      },
    ],
  },
});
