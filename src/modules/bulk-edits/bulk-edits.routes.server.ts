import * as z from 'zod';
import { bulkFieldsOf } from '#client/list-filter.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { dryRunQuery } from '#modules/csv/csv.routes.server.ts';
import { importReport } from '#modules/csv/import-report.ts';
import { viewSearch } from '#modules/views/views.schema.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { rowId } from '#platform/text-rules.ts';
import { editMany, MAX_ITEMS_AT_ONCE, undoEdit } from './bulk-edits.server.ts';

const TAG = {
  name: 'Bulk edits',
  description: 'One field of many items at once, with a preview and the way back.',
};

/** Held to the rule of its field. */
const value = z.unknown().meta({ description: 'As the field takes it; null empties it' });

const version = z.object({ id: rowId, version: z.int() });

/** One field of many items. */
export const mountBulkEdits = (
  api: Api,
  { content: { registry, partsOf }, connection: { db } }: AppParts,
) => {
  const base = { method: 'post', tag: TAG, access: 'editor' } as const;

  return [
    endpoint(api, {
      ...base,
      id: 'editMany',
      path: '/api/bulk-edits',
      summary: `Give a field of at most ${MAX_ITEMS_AT_ONCE} items another value: each by its own rules, those that are refused are named`,
      query: dryRunQuery,
      body: z.strictObject({
        collection: z.string().meta({ enum: registry.map(({ name }) => name) }),
        field: z.string().max(100),
        how: z.enum(['replace', 'add', 'remove']).default('replace'),
        value,
        items: z
          .array(version.partial({ version: true }))
          .max(MAX_ITEMS_AT_ONCE)
          .optional(),
        matching: viewSearch
          .pick({ q: true, status: true, filter: true })
          .optional()
          .meta({ description: 'Instead of items: all that this list would have' }),
      }),
      response: importReport
        .extend({
          edit: z
            .int()
            .nullable()
            .meta({ description: 'To undo it by; null where nothing changed' }),
          items: z.array(version).meta({ description: 'The versions that were looked at' }),
        })
        .meta({ id: 'BulkEditReport' }),
      failures: { 404: 'No such content type' },
      handle: async ({ viewer, query, body }) => {
        const collection = registry.find(({ name }) => name === body.collection);
        if (!collection) throw notFound('Collection');
        if (!bulkFieldsOf(collection).some(([key]) => key === body.field))
          throw invalid({ field: 'This field cannot be changed in many items at once' });
        const parts = partsOf(collection);
        const { filter, ...rest } = body.matching ?? {};
        const found =
          body.items ??
          (body.matching
            ? await parts.reader.listCards({
                ...rest,
                filters: { filter: filter ? [filter] : [] },
                viewer,
                limit: MAX_ITEMS_AT_ONCE + 1,
              })
            : []);
        if (found.length > MAX_ITEMS_AT_ONCE)
          throw invalid({
            matching: `More than ${MAX_ITEMS_AT_ONCE} items match. Narrow the list`,
          });
        if (found.length === 0) throw invalid({ items: 'Choose at least one item' });
        const items = [...new Map(found.map((one) => [one.id, one])).values()];
        return editMany({ db, parts, registry }, viewer, { ...body, items, ...query });
      },
    }),
    endpoint(api, {
      ...base,
      id: 'undoBulkEdit',
      path: '/api/bulk-edits/{id}/undo',
      summary: 'Give the items back what they held; those that changed since are named',
      params: idParam,
      response: z
        .object({
          restored: z.int(),
          refused: z.array(z.object({ id: z.int(), title: z.string(), reason: z.string() })),
        })
        .meta({ id: 'UndoneBulkEdit' }),
      failures: { 404: 'Not there, or of somebody else', 409: 'Undone already' },
      handle: ({ viewer, params }) => undoEdit(db, partsOf, viewer, params.id),
    }),
  ];
};
