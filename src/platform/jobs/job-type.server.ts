import type { Tx } from '#platform/version/transact.server.ts';
import type { Job } from './jobs.table.server.ts';

/** How an attempt ended. With nothing set the job is done. */
export interface Ending {
  /** Replaces the job's data. */
  data?: unknown;
  /** Why the attempt failed: the job is tried again, or has failed for good. */
  error?: string;
  /** The job comes back after so many seconds, and the attempt does not count. */
  againInS?: number;
}

/** Runs in the transaction that ends an attempt. */
export type EndIn = (tx: Tx) => Promise<Ending>;

interface Base {
  name: string;
  /** Seconds before each further attempt. When they are used up, the job has failed for good. */
  retryInS: readonly number[];
  /** How many of them one process works on at a time; one unless it is said. */
  atOnce?: number;
  /** It comes back at the times of this cron expression; an empty one turns it off. */
  pattern?: string;
  /** Called in the transaction that writes down that a job failed for good. */
  onFailed?(tx: Tx, job: Job, reason: string): Promise<void>;
}

/** All its work is in the transaction that marks the job done, so it happens exactly once. */
export interface StoringJob extends Base {
  workIn(tx: Tx, job: Job): Promise<void>;
}

/** Its work talks to other servers, or takes long, so no transaction is open while it runs. It may run twice. */
export interface OutsideJob extends Base {
  work(job: Job): Promise<EndIn | undefined>;
}

export type JobType = StoringJob | OutsideJob;
