import type { Run, SizeRun } from './bench.ts';
import { goalsOf, verdictOf } from './goals.ts';
import type { Scores } from './lighthouse.ts';
import { ANEW, MINIMAL, ROW } from './processes/render-names.ts';

type Cell = string | number;

const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');

const round = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const kB = (bytes: number) => round(bytes / 1000, 1);

const sizeReport = (title: string, { cached, renders, scripts, rssMb, startMs, html }: SizeRun) => {
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
        'anew CPU ms',
        'anew best ms',
        'uncached CPU ms',
        'best ms',
        'p50 ms',
        'JS gzip kB',
      ],
      cached.map((one) => {
        const render = renderOf(one.path);
        const anew = renderOf(one.path + ANEW);
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
          anew ? round(anew.cpuMs, 2) : '',
          anew ? round(anew.best, 2) : '',
          render ? round(render.cpuMs, 2) : '',
          render ? round(render.best, 2) : '',
          render ? round(render.p50, 2) : '',
          script ? kB(script.gzip) : '',
        ];
      }),
    ),
    `Start: ${round(startMs)} ms. Memory of the Node process after the run: ${round(rssMb)} MB. ` +
      `Smallest page of the framework: ${round(renderOf(MINIMAL)?.cpuMs ?? 0, 2)} ms of processor time, ` +
      `${round(renderOf(MINIMAL)?.best ?? 0, 2)} ms. ` +
      `Read of one vendor's row: ${round(renderOf(ROW)?.cpuMs ?? 0, 2)} ms of processor time, ` +
      `${round(renderOf(ROW)?.best ?? 0, 2)} ms. ` +
      `Largest HTML of ${html.length} pages: ${kB(Math.max(...html.map(({ gzip }) => gzip)))} kB gzip.`,
    '',
  ].join('\n');
};

export const lighthouseReport = (scores: readonly Scores[]) =>
  table(
    ['Lighthouse, mobile', 'performance', 'accessibility', 'best practices', 'SEO', 'lost points'],
    scores.map((one) => [
      one.path,
      one.performance,
      one.accessibility,
      one.bestPractices,
      one.seo,
      one.lost.join(', '),
    ]),
  );

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
        goal.measured === null
          ? ''
          : `${round(goal.measured, goal.unit === 'x' ? 2 : 0)} ${goal.unit}`.trim(),
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
