/** The steps of a rewrite, in their order, and how a fetch tells of a feed. */
type JobStep = 'fetching' | 'enhancing' | 'calling' | 'seo' | 'feed' | 'done' | 'failed';

/** A line of the processing log. */
export interface JobEvent {
  n: number;
  step: JobStep;
  level: 'info' | 'warning' | 'success' | 'error';
  message: string;
  at: string;
  /** Of a fetch: feed n of m, how many articles are saved and how many problems noted so far. */
  feed?: number;
  feeds?: number;
  saved?: number;
  errors?: number;
  /** Of a fetch that is done: its problems, a line each. */
  problems?: string[];
}

/** The last event of a stream; `none` when nothing was there to follow. */
export interface JobEnd {
  state: 'done' | 'failed' | 'none';
  message: string;
}
