import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The time in which this thread computed, so that a busy machine adds nothing. */
export const usedMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/**
 * The longest pause of the event loop while `work` runs. `ownMs` counts only time in which this
 * thread itself computed, so that a busy machine does not look like a pause of ours.
 */
export const measureLoop = async <T>(work: () => Promise<T>) => {
  const wall = monitorEventLoopDelay({ resolution: 5 });
  let last = process.threadCpuUsage();
  let longest = 0;
  const sample = () => {
    const used = process.threadCpuUsage(last);
    longest = Math.max(longest, used.user + used.system);
    last = process.threadCpuUsage();
  };
  const probe = setInterval(sample, 5);
  wall.enable();
  try {
    const result = await work();
    // Work that never lets go of the loop ends before the probe has had a turn.
    sample();
    return { result, ownMs: longest / 1000, wallMs: wall.max / 1e6 };
  } finally {
    wall.disable();
    clearInterval(probe);
  }
};
