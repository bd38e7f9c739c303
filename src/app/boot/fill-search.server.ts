import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const PROGRAM = fileURLToPath(new URL('./fill-search.process.server.ts', import.meta.url));

/** Fills the search table in a process of its own, whose memory is gone with it. Returns how to end it: the next start goes on. */
export const fillSearch = (databaseUrl: string, log: Logger): (() => void) => {
  const child = fork(PROGRAM, { env: { ...process.env, DATABASE_URL: databaseUrl } });
  let isCalledOff = false;
  child.once('exit', (code) => {
    if (code !== 0 && !isCalledOff) log.error({ code }, 'the search table could not be filled');
  });
  return () => {
    isCalledOff = true;
    child.kill('SIGKILL');
  };
};
