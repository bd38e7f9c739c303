import { openEditor } from './edits.ts';
import type { Product } from './product.ts';

export interface CsvRun {
  rows: number;
  /** To tell what would change, without changing it. */
  dryRunMs: number;
  /** To refuse a file with 5,000 rows too many. */
  refusedMs: number;
}

const ROWS = 2000;

const makeFile = (rows: number) =>
  [
    'slug,name,description,website',
    ...Array.from(
      { length: rows },
      (_, i) =>
        `csv-vendor-${i},CSV Vendor ${i},"Keeps books, bills and reports for office ${i}.",https://vendor-${i}.example/`,
    ),
  ].join('\n');

/** How long a file of the most rows that are taken, and one of too many, take. */
export const measureCsv = async ({ url }: Product, databaseUrl: string): Promise<CsvRun> => {
  const cookie = await openEditor(databaseUrl, url);
  const send = async (rows: number, status: number) => {
    const body = makeFile(rows);
    const since = performance.now();
    const response = await fetch(`${url}/api/vendors/import?dryRun=true`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'text/csv' },
      body,
    });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${response.status}: ${text.slice(0, 300)}`);
    return performance.now() - since;
  };
  return {
    rows: ROWS,
    dryRunMs: await send(ROWS, 200),
    refusedMs: await send(ROWS + 5000, 413),
  };
};
