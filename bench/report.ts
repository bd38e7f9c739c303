import type { EditsRun, NeighborsRun, Visits } from './edits.ts';
import type { FirstLoad } from './javascript.ts';
import type { MemoryRun } from './memory.ts';
import { isJson } from './pages.ts';
import type { RenderTimes } from './renders.ts';
import type { SearchTimes } from './search.ts';
import type { Throughput } from './throughput.ts';

/** The figures at one amount of content; parts that were not asked for are absent. */
export interface SizeRun {
  firstStartMs?: number;
  startMs: number;
  cached?: Throughput[];
  renders?: RenderTimes[];
  scripts?: FirstLoad[];
  edits?: EditsRun;
  neighbors?: NeighborsRun[];
  searches?: SearchTimes[];
  memory?: MemoryRun;
}

interface Goal {
  figure: string;
  must: number;
  unit: string;
  measured: number | undefined;
  /** More is better. */
  isFloor?: boolean;
}

type Row = Record<string, string | number>;

/** The keys of the first row are the head. */
const table = (rows: readonly Row[]): string => {
  const [first] = rows;
  if (!first) return '';
  const lines = [
    Object.keys(first),
    Object.keys(first).map(() => '---'),
    ...rows.map(Object.values),
  ];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
};

const round = (value = 0, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const highest = (values: number[] = []) => (values.length > 0 ? Math.max(...values) : undefined);
const lowest = (values: number[] = []) => (values.length > 0 ? Math.min(...values) : undefined);

const ratiosOf = (run: SizeRun, ofJson: boolean) =>
  run.cached?.filter(({ path }) => isJson(path) === ofJson).map(({ ratio }) => ratio);

const goalsOf = (run: SizeRun, searchMust: number): Goal[] => {
  const { edits, neighbors } = run;
  const visits = edits ? [edits.calm, edits.edited, edits.imported] : [];
  const times = (figure: string, measured: number | undefined, isFloor = false) => ({
    figure,
    measured,
    isFloor,
    must: isFloor ? 0.6 : 3,
    unit: 'x',
  });
  const ms = (figure: string, must: number, measured: number | undefined) => ({
    figure,
    must,
    measured,
    unit: 'ms',
  });
  return [
    times('cached page against bare node:http (lowest)', lowest(ratiosOf(run, false)), true),
    times('cached JSON list, likewise', lowest(ratiosOf(run, true)), true),
    ms('uncached page, p50 (highest)', 20, highest(run.renders?.map(({ p50 }) => p50))),
    times(
      'visitors’ p99 at one edit a second against none',
      edits && edits.edited.p99 / edits.calm.p99,
    ),
    {
      figure: 'visitors refused: calm, under edits, beside an import',
      must: 0,
      unit: '',
      measured: edits && visits.reduce((sum, { refused }) => sum + refused, 0),
    },
    ms(
      'visitors’ p99 with busy neighbors (highest)',
      1000,
      highest(neighbors?.map((one) => one.visits.p99)),
    ),
    {
      figure: 'visitors refused with busy neighbors',
      must: 0,
      unit: '',
      measured: neighbors?.reduce((sum, { visits: { refused } }) => sum + refused, 0),
    },
    ms('search, p95 (highest)', searchMust, highest(run.searches?.map(({ p95 }) => p95))),
    {
      figure: 'memory a minute after a burst',
      must: 250,
      unit: 'MB',
      measured: run.memory?.afterMb,
    },
    {
      figure: 'first-load scripts, gzip (highest)',
      must: 150,
      unit: 'kB',
      measured: highest(run.scripts?.map(({ gzip }) => gzip / 1000)),
    },
    ms('first start, with a new database', 15_000, run.firstStartMs),
    ms('start', 3000, run.startMs),
  ];
};

const goalRows = (goals: readonly Goal[]): Row[] =>
  goals.flatMap(({ figure, must, unit, measured, isFloor }) => {
    if (measured === undefined) return [];
    const isReached = isFloor ? measured >= must : measured <= must;
    const value = round(measured, unit === 'x' ? 2 : 0);
    const verdict = isReached ? 'reached' : 'SHORT';
    return [{ figure, must: `${must} ${unit}`, measured: `${value} ${unit}`, verdict }];
  });

const visitRow = (visitors: string, { requests, p50, p99, waited, refused }: Visits): Row => ({
  visitors,
  requests,
  'p50 ms': round(p50, 1),
  'p99 ms': round(p99, 1),
  'waited for a render': waited,
  refused,
});

const visitRows = ({ edits, neighbors = [] }: SizeRun): Row[] => [
  ...neighbors.map(({ pages, visits }) =>
    visitRow(`100 a second, ${pages} pages, one edit a second, busy neighbors`, visits),
  ),
  ...(edits
    ? [
        visitRow('200 a second, nobody writes', edits.calm),
        visitRow('200 a second, one edit a second', edits.edited),
        visitRow('200 a second, an import of 2,000 vendors', edits.imported),
      ]
    : []),
];

const pageRows = ({ cached = [], renders = [], scripts = [] }: SizeRun): Row[] =>
  cached.map(({ name, path, bytes, perSecond, barePerSecond, ratio }) => {
    const render = renders.find((one) => one.path === path);
    const script = scripts.find((one) => one.path === path);
    return {
      page: name,
      'HTML kB': round(bytes.identity / 1000, 1),
      'br kB': round(bytes.br / 1000, 1),
      'cached a second': round(perSecond),
      'bare a second': round(barePerSecond),
      ratio: round(ratio, 2),
      'uncached p50 ms': round(render?.p50, 1),
      'after an edit ms': round(render?.afterEdit, 1),
      'scripts kB': round((script?.gzip ?? 0) / 1000, 1),
    };
  });

const editLine = ({ savesP99, savesFailed, importMs }: EditsRun) =>
  `Saves: p99 ${round(savesP99)} ms, ${savesFailed} failed. The import took ${round(importMs / 1000, 1)} s.\n`;

const memoryLine = ({ requests, failures, startMb, peakMb, afterMb }: MemoryRun) =>
  `Memory: ${round(startMb)} MB before a burst of ${round(requests)} requests (${failures} refused), ` +
  `${round(peakMb)} at most, ${round(afterMb)} a minute after it.\n`;

/** One size as Markdown. */
export const reportOf = (title: string, run: SizeRun, searchMust: number): string =>
  [
    `### ${title}\n`,
    table(goalRows(goalsOf(run, searchMust))),
    table(pageRows(run)),
    table(visitRows(run)),
    run.edits ? editLine(run.edits) : '',
    table(
      (run.searches ?? []).map(({ q, p50, p95 }) => ({
        search: q,
        'p50 ms': round(p50, 1),
        'p95 ms': round(p95, 1),
      })),
    ),
    run.memory ? memoryLine(run.memory) : '',
  ]
    .filter(Boolean)
    .join('\n');
