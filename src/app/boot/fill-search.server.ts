import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const PROGRAM = fileURLToPath(new URL('./fill-search.process.server.ts', import.meta.url));

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5000, 300_000];

/**
 * Fills the search table in a process of its own, whose memory is gone with it. One that fails is followed by another, which goes
 * on where it was, after ever longer pauses. Returns how to end it: the next start goes on.
 */
export const fillSearch = (
  databaseUrl: string,
  log: Logger,
  firstPauseMs = FIRST_PAUSE_MS,
): (() => void) => {
  let isCalledOff = false;
  let end = () => {};
  const start = (pauseMs: number) => {
    const child = fork(PROGRAM, { env: { ...process.env, DATABASE_URL: databaseUrl } });
    end = () => child.kill('SIGKILL');
    child.once('exit', (code) => {
      if (code === 0 || isCalledOff) return;
      log.error({ code, againInMs: pauseMs }, 'the search table could not be filled');
      const timer = setTimeout(start, pauseMs, Math.min(2 * pauseMs, LONGEST_PAUSE_MS)).unref();
      end = () => clearTimeout(timer);
    });
  };
  start(firstPauseMs);
  return () => {
    isCalledOff = true;
    end();
  };
};
