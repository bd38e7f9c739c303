import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostmaster, isAlive } from '#platform/db/embedded/postmaster.server.ts';
import { weAreRoot } from '#platform/db/embedded/runner.server.ts';
import { type Embedded, startEmbedded } from '#platform/db/embedded-postgres.server.ts';

const PREFIX = 'fos-pg-';

/** Sweeps up after killed runs: their servers still run, and would never be used again. */
async function sweep(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (!owner || isAlive(owner)) continue;
    const running = await findPostmaster(join(base, name, 'postgres')).catch(() => undefined);
    try {
      if (running) process.kill(running, 'SIGQUIT');
      await rm(join(base, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    } catch {
      // It belongs to another account, which will sweep it.
    }
  }
}

/** A server for one test run: fast, careless with its data, and gone without a trace after `stop`. */
export async function startTemporaryEmbedded(
  log: (message: string) => void = () => {},
): Promise<Embedded> {
  // Root's own TMPDIR may be closed to the account that the server runs under.
  const base = weAreRoot() ? '/tmp' : tmpdir();
  await sweep(base);
  const dataDir = await mkdtemp(join(base, `${PREFIX}${process.pid}-`));
  await chmod(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, log, durable: false });
  return {
    ...embedded,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
