import { afterAll, expect, it } from 'vitest';
import { startEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { signIn } from '../bench/client.ts';
import { measureMemory } from '../bench/memory.ts';
import { startProduct } from '../bench/product.ts';
import { record } from './support/figures.ts';
import { cleanUp, makeFolder } from './support/product.ts';

afterAll(cleanUp);

it('a minute after a burst of everything the process holds at most 300 MB', async () => {
  const dataDir = await makeFolder();
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const product = await startProduct(dataDir, embedded.url);
  const run = await measureMemory(product, await signIn(embedded.url, product.url), 30_000);
  await product.stop();
  await embedded.stop();
  record('Memory a minute after a burst', {
    rounds: 1,
    requests: run.requests,
    faults: 1,
    losses: run.failures,
    note: `${Math.round(run.startMb)} MB before, ${Math.round(run.peakMb)} at most, ${Math.round(run.afterMb)} after`,
  });
  expect(run.afterMb).toBeLessThanOrEqual(300);
}, 300_000);
