import type { CsvRun } from './csv.ts';
import type { DataRun } from './data.ts';
import type { EditsRun, Visits } from './edits.ts';
import { type Goal, goalsOf, MEMORY, verdictOf } from './goals.ts';
import type { LighthouseRun } from './lighthouse.ts';
import type { MemoryRun } from './memory.ts';
import type { NeedsTimes } from './needs.ts';
import type { RenderResult } from './processes/render.process.ts';
import type { Run, SizeRun } from './run.ts';
import type { SearchTimes } from './search.ts';

type Cell = string | number;

const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');

const round = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const kB = (bytes: number) => round(bytes / 1000, 1);

const toldMemory = (run: MemoryRun) =>
  `${round(run.startMb)} MB before a burst of ${round(run.requests)} requests, ${round(run.peakMb)} at most, ` +
  `${round(run.afterMb)} a minute after it (heap ${round(run.heapUsedMb)} of ${round(run.heapTotalMb)}, ` +
  `outside of it ${round(run.externalMb)})`;

export const memoryReport = (run: MemoryRun, isLarge: boolean) => {
  const goal = { ...MEMORY[isLarge ? 'large' : 'starter'], figure: '', isFloor: false };
  const verdict = verdictOf({ ...goal, measured: run.afterMb });
  return `${toldMemory(run)}; ${run.failures} were refused. Must ${goal.must} MB: ${verdict}.`;
};

const seconds = (ms: number) => `${round(ms / 1000, 1)} s`;

export const csvReport = ({ rows, dryRunMs, refusedMs }: CsvRun) =>
  `A dry run of ${rows} rows: ${seconds(dryRunMs)} (goal 20); 5,000 too many refused after ${seconds(refusedMs)}.`;

export const dataReport = (run: DataRun) =>
  `coverage.json, ${round(run.megabytes)} MB: ${round(run.firstMs)} ms for the first, ${round(run.plainMs)} ms for six at once ` +
  `without gzip; the health check took ${round(run.healthMs)} ms at most, memory ${round(run.peakMb)} MB at most.`;

export const needsReport = (needs: readonly NeedsTimes[]) =>
  table(
    ['needs, uncached', 'p50 ms', 'p95 ms'],
    needs.map(({ needs: count, p50, p95 }) => [String(count), round(p50, 1), round(p95, 1)]),
  );

export const searchReport = (searches: readonly SearchTimes[]) =>
  table(
    ['search, uncached', 'p50 ms', 'p95 ms'],
    searches.map(({ q, p50, p95 }) => [q, round(p50, 1), round(p95, 1)]),
  );

const sizeReport = (title: string, size: SizeRun) => {
  const { cached, renders, scripts, memory, startMs, html, edits } = size;
  const renderOf = (path: string) => renders.find((one) => one.path === path);
  return [
    `### ${title}`,
    '',
    table(
      [
        'page',
        'HTML kB',
        'gzip',
        'br',
        'cached req/s',
        'bare req/s',
        'ratio',
        'CPU ratio',
        'p99 ms',
        'bare p99',
        'uncached CPU ms',
        'best ms',
        'p50 ms',
        'nothing remembered ms',
        'JS gzip kB',
      ],
      cached.map((one) => {
        const render = renderOf(one.path);
        const script = scripts.find(({ path }) => path === one.path);
        return [
          one.name,
          kB(one.bytes.identity),
          kB(one.bytes.gzip),
          kB(one.bytes.br),
          round(one.perSecond),
          round(one.bare.perSecond),
          round(one.ratio, 2),
          one.cpuRatio === null ? '' : round(one.cpuRatio, 2),
          round(one.p99, 1),
          round(one.bare.p99, 1),
          render ? round(render.cpuMs, 2) : '',
          render ? round(render.best, 2) : '',
          render ? round(render.p50, 2) : '',
          render ? round(render.cold, 1) : '',
          script ? kB(script.gzip) : '',
        ];
      }),
    ),
    `Start: ${round(startMs)} ms. Memory of the Node process: ${toldMemory(memory)}. ` +
      `Largest HTML of ${html.length} pages: ${kB(Math.max(...html.map(({ gzip }) => gzip)))} kB gzip. ` +
      editsReport(edits),
    '',
    searchReport(size.searches),
    '',
    needsReport(size.needs),
  ].join('\n');
};

export const rendersReport = (
  starter: readonly RenderResult[],
  large: readonly RenderResult[],
): string =>
  table(
    ['uncached page', 'starter p50 ms', 'nothing remembered', 'large p50 ms', 'nothing remembered'],
    starter.map(({ path, p50, cold }) => {
      const other = large.find((one) => one.path === path);
      return [path, ...[p50, cold, other?.p50 ?? 0, other?.cold ?? 0].map((ms) => round(ms, 1))];
    }),
  );

export const editsReport = ({ pages, edits, calm, edited, savesP99, savesFailed }: EditsRun) => {
  const told = ({ p50, p99, misses, refused, requests }: Visits) =>
    `${round(p50, 2)} ms (p99 ${round(p99, 2)}), ${misses} of ${requests} for a render, ${refused} were sent away`;
  return (
    `200 visitors a second to ${pages} pages, the API and searches waited ${told(calm)}; with one edit a ` +
    `second ${told(edited)}. ${edits} saves took up to ${round(savesP99)} ms (p99), ${savesFailed} failed.`
  );
};

export const lighthouseReport = ({ slowdown, pages }: LighthouseRun) =>
  table(
    [
      `Lighthouse, a phone ${slowdown} times slower than this machine`,
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'lost points',
    ],
    pages.map((one) => [
      one.path,
      one.performance,
      one.accessibility,
      one.bestPractices,
      one.seo,
      one.lost.join(', '),
    ]),
  );

const digitsOf = ({ unit, must }: Goal) => (unit !== 'x' ? 0 : must < 0.1 ? 3 : 2);

export const goalsReport = (goals: readonly Goal[]): string =>
  table(
    ['figure', 'must', 'aim', 'measured', ''],
    goals.map((goal) => [
      goal.figure,
      `${goal.must} ${goal.unit}`.trim(),
      `${goal.aim} ${goal.unit}`.trim(),
      goal.measured === null ? '' : `${round(goal.measured, digitsOf(goal))} ${goal.unit}`.trim(),
      verdictOf(goal),
    ]),
  );

/** The run as Markdown. */
export const reportOf = (run: Run): string =>
  [
    `Measured ${run.date} on ${run.machine}; ${run.note}`,
    '',
    goalsReport(goalsOf(run)),
    `First start of all, with a new database and the starter content: ${round(run.firstStartMs)} ms.`,
    '',
    sizeReport('Starter content', run.starter),
    run.large
      ? sizeReport('10,000 vendors, 100,000 articles, 10,000 glossary terms more', run.large)
      : '',
    run.lighthouse ? lighthouseReport(run.lighthouse) : '',
  ].join('\n');
