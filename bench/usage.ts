import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Usage {
  rssMb: number;
  /** Processor time so far, where the system tells. */
  cpuMs: number | null;
}

const TICK_MS = 10;

/** Memory and processor time of another process. */
export const readUsage = (pid: number): Usage => {
  try {
    const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return { rssMb: Number(rss) / 1024, cpuMs };
  } catch {
    const rss = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return { rssMb: Number(rss) / 1024, cpuMs: null };
  }
};

/** Says what the host of a shared machine took from it from now on, of all processor time, where the system tells. */
export const watchSteal = (): (() => string) => {
  const read = () => {
    try {
      const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
      const ticks = line.split(/\s+/).slice(1, 9).map(Number);
      return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 };
    } catch {
      return null;
    }
  };
  const before = read();
  return () => {
    const after = read();
    if (!before || !after) return '';
    const share = (after.stolen - before.stolen) / (after.all - before.all);
    return `; its host took ${(100 * share).toFixed(1)} % of it meanwhile`;
  };
};
