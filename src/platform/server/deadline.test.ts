import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withDeadline } from './deadline.server.ts';

const MEGABYTE = 1_048_576;

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

const isAway = () => false;

it('PROMISE 12 keeps no response that it waited for', async () => {
  const waitForOne = async (n: number) => {
    const result = await withDeadline({ isAway }, async () =>
      Array.from({ length: 50_000 }, (_, i) => i + n),
    );
    expect(result[0]).toBe(n);
  };
  await waitForOne(0);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let n = 1; n <= 200; n += 1) await waitForOne(n);
  collectGarbage();
  // Retained, they are 80 MB.
  expect((process.memoryUsage().heapUsed - before) / MEGABYTE).toBeLessThan(30);
});
