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
