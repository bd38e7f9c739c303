import type { EditsRun } from './edits.ts';
import { HOME, isJson, PROFILE } from './pages.ts';
import type { Run } from './run.ts';

export interface Goal {
  figure: string;
  must: number;
  aim: number;
  unit: string;
  /** Whether more is better. */
  isFloor: boolean;
  measured: number | null;
}

/** Memory held a minute after the load. */
export const MEMORY = {
  starter: { must: 300, aim: 250, unit: 'MB' },
  large: { must: 350, aim: 300, unit: 'MB' },
} as const;

const lowest = (values: number[]) => (values.length > 0 ? Math.min(...values) : null);
const highest = (values: number[]) => (values.length > 0 ? Math.max(...values) : null);

const renderRatio = ({ starter }: Run) => {
  const render = starter.renders.find(({ path }) => path === PROFILE);
  const cached = starter.cached.find(({ path }) => path === PROFILE);
  return render && cached ? render.perSecond / cached.bare.perSecond : null;
};

const slowdown = ({ starter, large }: Run) => {
  if (!large) return null;
  const msOf = (size: Run['starter'], path: string) =>
    size.renders.find((one) => one.path === path)?.p50 ?? Number.NaN;
  const paths = starter.cached.map(({ path }) => path);
  return highest(paths.map((path) => msOf(large, path) / msOf(starter, path)));
};

/** Limits for visitors and the editor while content is edited. */
export const editGoals = (runs: readonly EditsRun[]): Goal[] => {
  const ceiling = { isFloor: false };
  return [
    {
      figure: 'p99 of visitors at 200 requests and 1 edit a second, against no edits (highest)',
      must: 3,
      aim: 1.5,
      unit: 'x',
      ...ceiling,
      measured: highest(runs.map(({ calm, edited }) => edited.p99 / calm.p99)),
    },
    {
      figure: 'visitors and saves sent away meanwhile, searches included (highest)',
      must: 0,
      aim: 0,
      unit: '',
      ...ceiling,
      measured: highest(runs.map(({ edited, savesFailed }) => edited.refused + savesFailed)),
    },
    {
      figure: 'p99 of saves meanwhile (highest)',
      must: 300,
      aim: 100,
      unit: 'ms',
      ...ceiling,
      measured: highest(runs.map(({ savesP99 }) => savesP99)),
    },
  ];
};

/** The table of what must be reached and what is aimed at, with what this run measured. */
export const goalsOf = (run: Run): Goal[] => {
  const sizes = [run.starter, ...(run.large ? [run.large] : [])];
  const cached = sizes.flatMap(({ cached }) => cached);
  const ratios = (json: boolean) =>
    lowest(cached.filter(({ path }) => isJson(path) === json).map(({ ratio }) => ratio));
  const floor = { isFloor: true, unit: 'x' };
  const ceiling = { isFloor: false };
  return [
    {
      figure: 'cached page, requests per second against bare node:http, same bytes (lowest)',
      must: 0.8,
      aim: 0.9,
      ...floor,
      measured: ratios(false),
    },
    { figure: 'cached JSON list, likewise', must: 0.8, aim: 0.9, ...floor, measured: ratios(true) },
    {
      figure: 'uncached vendor profile, renders per second against bare node:http',
      must: 0.015,
      aim: 0.03,
      ...floor,
      measured: renderRatio(run),
    },
    ...editGoals(sizes.map(({ edits }) => edits)),
    {
      figure: 'first-load JavaScript, gzip, any public page (highest)',
      must: 160,
      aim: 130,
      unit: 'kB',
      ...ceiling,
      measured: highest(sizes.flatMap(({ scripts }) => scripts.map(({ gzip }) => gzip / 1000))),
    },
    {
      figure: 'Lighthouse mobile, all four scores, six pages (lowest)',
      must: 98,
      aim: 100,
      unit: '',
      isFloor: true,
      measured: lowest(
        (run.lighthouse?.pages ?? []).flatMap((one) => [
          one.performance,
          one.accessibility,
          one.bestPractices,
          one.seo,
        ]),
      ),
    },
    {
      figure:
        'uncached page time at 10,000 vendors and 100,000 articles against starter size (highest, median)',
      must: 1.5,
      aim: 1.1,
      unit: 'x',
      ...ceiling,
      measured: slowdown(run),
    },
    {
      figure: 'home page at that size with nothing remembered (median)',
      must: 60,
      aim: 30,
      unit: 'ms',
      ...ceiling,
      measured: run.large?.renders.find(({ path }) => path === HOME)?.cold ?? null,
    },
    {
      figure: 'p95 of a search at starter size, uncached (highest of seven)',
      must: 5,
      aim: 3,
      unit: 'ms',
      ...ceiling,
      measured: highest(run.starter.searches.map(({ p95 }) => p95)),
    },
    {
      figure: 'p95 of the order by needs at that size, uncached (highest of 1, 5 and 30 needs)',
      must: 30,
      aim: 20,
      unit: 'ms',
      ...ceiling,
      measured: run.large ? highest(run.large.needs.map(({ p95 }) => p95)) : null,
    },
    {
      figure: 'HTML of any page at that size, gzip (highest)',
      must: 60,
      aim: 40,
      unit: 'kB',
      ...ceiling,
      measured: run.large ? highest(run.large.html.map(({ gzip }) => gzip / 1000)) : null,
    },
    {
      figure: 'memory of the Node process a minute after a burst of everything',
      ...MEMORY.starter,
      ...ceiling,
      measured: run.starter.memory.afterMb,
    },
    {
      figure: 'the same at 10,000 vendors and 100,000 articles',
      ...MEMORY.large,
      ...ceiling,
      measured: run.large?.memory.afterMb ?? null,
    },
  ];
};

export const verdictOf = ({ measured, must, aim, isFloor }: Goal): string => {
  if (measured === null) return 'not measured';
  const reaches = (limit: number) => (isFloor ? measured >= limit : measured <= limit);
  if (reaches(aim)) return 'aim reached';
  return reaches(must) ? 'reached' : 'SHORT';
};
