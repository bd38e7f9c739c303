import { expect, it } from 'vitest';
import { measureLoop } from './measure-loop.ts';

const compute = (ms: number) => {
  const before = process.threadCpuUsage();
  while (process.threadCpuUsage(before).user < ms * 1000);
};

it('PROMISE 20 sees a pause in which no timer had a turn', async () => {
  const { ownMs } = await measureLoop(async () => compute(60));
  expect(ownMs).toBeGreaterThanOrEqual(60);
});
