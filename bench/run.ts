import type { EditsRun } from './edits.ts';
import type { FirstLoad } from './javascript.ts';
import type { LighthouseRun } from './lighthouse.ts';
import type { MemoryRun } from './memory.ts';
import type { NeedsTimes } from './needs.ts';
import type { RenderResult } from './processes/render.process.ts';
import type { SearchTimes } from './search.ts';
import type { Throughput } from './throughput.ts';

/** The figures for one amount of content. */
export interface SizeRun {
  startMs: number;
  cached: Throughput[];
  renders: RenderResult[];
  scripts: FirstLoad[];
  html: { path: string; gzip: number }[];
  edits: EditsRun;
  searches: SearchTimes[];
  needs: NeedsTimes[];
  memory: MemoryRun;
}

/** A whole run, as it is kept and told. */
export interface Run {
  date: string;
  machine: string;
  note: string;
  firstStartMs: number;
  starter: SizeRun;
  large: SizeRun | null;
  lighthouse: LighthouseRun | null;
}
