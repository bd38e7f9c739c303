import * as z from 'zod';
import { change, type VendorChange } from '#content/shared/changes/change.schema.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { readChanges, readStart } from './changes.server.ts';

const MOST = 100;

interface Record {
  /** The vendor's name, when it is the record of one. */
  name: string | null;
  since: string | null;
  changes: VendorChange[];
}

/** The record of one vendor by its slug, or of all; read once after each change. */
export const createChangeReader = (db: Database, readerOf: ReaderOf) => {
  // A vendor that is not there is not remembered: there is no end of them.
  const remember = rememberUntilChange<Record | null>({ max: 200, keeps: (one) => one !== null });
  return (slug?: string): Promise<Record | null> =>
    remember(JSON.stringify(slug ?? null), async () => {
      const vendor = slug === undefined ? undefined : await readerOf(vendors).bySlug(null, slug);
      if (vendor === null) return null;
      const changes = await readChanges(db, vendor?.id);
      return {
        name: vendor?.name ?? null,
        since: await readStart(db, vendor?.id),
        changes: changes.slice(0, MOST),
      };
    });
};

export type ReadChanges = ReturnType<typeof createChangeReader>;

export const mountChanges = (api: Api, read: ReadChanges) => {
  const listChangesCall = endpoint(
    api,
    {
      method: 'get',
      id: 'listVendorChanges',
      path: '/api/changes',
      tag: {
        name: 'Changes',
        description: 'What changed about vendors: owners, price meters, attestations, features.',
      },
      summary: `What changed about vendors, the newest first; at most ${MOST}`,
      access: 'public',
      query: z.object({
        vendor: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'One vendor, by its slug' }),
        limit: z.coerce.number().int().min(1).max(MOST).optional(),
      }),
      response: z.object({
        /** When the record began. */
        since: z.iso.datetime().nullable(),
        changes: z.array(change),
      }),
      failures: { 404: 'No such vendor' },
    },
    async ({ query }) => {
      const record = await read(query.vendor);
      if (!record) throw notFound('Vendor');
      const { since, changes } = record;
      return { since, changes: changes.slice(0, query.limit ?? MOST) };
    },
  );
  return [listChangesCall];
};
