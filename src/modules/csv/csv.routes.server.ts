import { asc, gt } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { documentOf } from '#kit/document.ts';
import { tableOf } from '#kit/table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { CLEAR, writeCsv } from '#platform/csv.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { problem } from '#platform/http/operation.server.ts';
import { flag } from '#platform/http/params.ts';
import { columnsOf, type Names, writeCell } from './cells.ts';
import { importCsv, MAX_ROWS } from './import-csv.server.ts';
import { type ImportReport, importReport } from './import-report.ts';
import { loadNames } from './rows.server.ts';

/** A whole collection as CSV. */
const MAX_BODY = 67_108_864;

const ITEMS_AT_ONCE = 200;
/** Without it spreadsheets take the file for an older encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

const refusedImport = problem
  .extend(importReport.partial().shape)
  .meta({ id: 'RefusedImport', description: 'Which rows were refused; nothing was changed' });

export const dryRunQuery = z.object({
  dryRun: flag.meta({ description: '`true` tells what would change, and changes nothing' }),
});

/** All items of a collection as CSV, in pieces; no more than one of them is held. */
async function* exportCsv(db: Executor, collection: Collection, names: Names) {
  const table = tableOf(collection);
  const columns = columnsOf(collection);
  yield BYTE_ORDER_MARK + writeCsv([['id', 'version', ...columns.map(([key]) => key)]]);
  for (let last = 0; ; ) {
    const items: AnyItem[] = await db
      .select()
      .from(table)
      .where(gt(table.id, last))
      .orderBy(asc(table.id))
      .limit(ITEMS_AT_ONCE);
    if (items.length === 0) return;
    yield writeCsv(
      items.map((item) => [
        String(item.id),
        String(item.version),
        ...columns.map(([key, field]) => writeCell(field, item[key], names)),
      ]),
    );
    last = items.at(-1)?.id ?? last;
  }
}

/** Makes the next piece when the last one was taken, so that a slow reader holds nothing up. */
const streamOf = (pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
};

const refuse = ({ dryRun: _, ...report }: ImportReport) => {
  const rows = report.created + report.updated + report.unchanged + report.refused;
  const text = `${report.refused} of ${rows} rows ${report.refused === 1 ? 'was' : 'were'} refused, so nothing was changed`;
  const code = report.rows.some(({ isStale }) => isStale) ? 'conflict' : 'invalid';
  return new AppError(code, text, { extra: report });
};

export const mountCsv = (
  api: Api,
  { connection: { db }, content: { registry, partsOf } }: AppParts,
) =>
  registry.map((collection) => {
    const { names, tag } = documentOf(collection);
    const { many } = collection.label;

    endpoint(api, {
      method: 'get',
      path: `/api/${collection.name}/export.csv`,
      id: `export${names.many}`,
      tag,
      summary: `All ${many} as CSV, drafts included; importing it unchanged changes nothing`,
      access: 'viewer',
      mediaType: 'text/csv',
      handle: async ({ c, viewer }) => {
        await recordActivity(db, viewer, {
          action: 'exported',
          collection: collection.name,
          title: many,
        });
        const pieces = exportCsv(db, collection, await loadNames(db, collection, registry));
        return c.body(streamOf(pieces), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${collection.name}.csv"`,
        });
      },
    });

    return endpoint(api, {
      method: 'post',
      path: `/api/${collection.name}/import`,
      id: `import${names.many}`,
      tag,
      summary: `Create and change ${many} by CSV, all rows or none; an empty cell changes nothing, ${CLEAR} empties a field; at most ${MAX_ROWS} rows`,
      access: 'editor',
      query: dryRunQuery,
      bodyType: 'text/csv',
      maxBody: MAX_BODY,
      response: importReport,
      failures: {
        400: { description: 'Rows that cannot be taken', response: refusedImport },
        409: {
          description: 'Items that changed since the file was made, or another import',
          response: refusedImport,
        },
      },
      handle: async ({ c, viewer, query }) => {
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        const { signal } = c.req.raw;
        const parts = { ...partsOf(collection.name), registry };
        const report = await importCsv(db, parts, { bytes, viewer, signal, ...query });
        if (report.refused > 0 && !query.dryRun) throw refuse(report);
        return report;
      },
    });
  });
