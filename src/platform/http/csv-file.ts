import type { Context } from 'hono';

/** A text of `toCsv` as a file to download. */
export const csvFile = (c: Context, name: string, csv: string) =>
  c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  });
