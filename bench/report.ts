import type { EditsRun, Visits } from './edits.ts';
import { type Goal, goalsOf, verdictOf } from './goals.ts';
import type { LighthouseRun } from './lighthouse.ts';
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

export const searchReport = (searches: readonly SearchTimes[]) =>
  table(
    ['search, uncached', 'p50 ms', 'p95 ms'],
    searches.map(({ q, p50, p95 }) => [q, round(p50, 1), round(p95, 1)]),
  );

const sizeReport = (title: string, size: SizeRun) => {
  const { cached, renders, scripts, rssMb, startMs, html, edits } = size;
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
    `Start: ${round(startMs)} ms. Memory of the Node process after the run: ${round(rssMb)} MB. ` +
      `Largest HTML of ${html.length} pages: ${kB(Math.max(...html.map(({ gzip }) => gzip)))} kB gzip. ` +
      editsReport(edits),
    '',
    searchReport(size.searches),
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

export const editsReport = ({ pages, calm, slowly, edited }: EditsRun) => {
  const told = ({ p50, p99, misses, requests }: Visits) =>
    `${round(p50, 2)} ms (p99 ${round(p99, 2)}), ${misses} of ${requests} for a render`;
  return (
    `Visitors to ${pages} pages waited ${told(calm)}; with one edit a second ${told(slowly)}; with four ` +
    `${told(edited)}.`
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

/** The run as Markdown. */
export const reportOf = (run: Run): string =>
  [
    `Measured ${run.date} on ${run.machine}; ${run.note}`,
    '',
    table(
      ['figure', 'must', 'aim', 'measured', ''],
      goalsOf(run).map((goal) => [
        goal.figure,
        `${goal.must} ${goal.unit}`.trim(),
        `${goal.aim} ${goal.unit}`.trim(),
        goal.measured === null ? '' : `${round(goal.measured, digitsOf(goal))} ${goal.unit}`.trim(),
        verdictOf(goal),
      ]),
    ),
    `First start of all, with a new database and the starter content: ${round(run.firstStartMs)} ms.`,
    '',
    sizeReport('Starter content', run.starter),
    run.large
      ? sizeReport('10,000 vendors, 100,000 articles, 10,000 glossary terms more', run.large)
      : '',
    run.lighthouse ? lighthouseReport(run.lighthouse) : '',
  ].join('\n');
