import * as z from 'zod';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { documentOf } from '#kit/document.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { vendors } from '../vendors.collection.ts';
import { findAlternatives } from './alternatives.server.ts';

const alternatives = z
  .object({
    vendor: namedItem,
    /** How many features evidence documents of the vendor itself. */
    documented: z.int(),
    /** The day of the newest check that the order rests on; null without evidence. */
    asOf: z.string().nullable(),
    alternatives: z.array(
      z.object({
        vendor: namedItem,
        description: z.string().nullable(),
        markets: z.array(z.string()),
        shares: z.array(namedItem),
        lacks: z.array(namedItem),
        adds: z.array(namedItem),
        /** Why the desk put it first; null where the rule did. */
        reason: z.string().nullable(),
      }),
    ),
    excluded: z.array(z.object({ vendor: namedItem, reason: z.string() })),
  })
  .meta({ id: 'Alternatives' });

export const mountAlternatives = (
  api: Api,
  { db, readerOf }: { db: Database; readerOf: ReaderOf },
) => {
  const getAlternativesCall = endpoint(
    api,
    {
      method: 'get',
      id: 'getVendorAlternatives',
      path: '/api/vendors/{id}/alternatives',
      tag: documentOf(vendors).tag,
      summary: 'At most ten other vendors, by the documented features that they share',
      access: 'public',
      params: keyParam,
      response: alternatives,
      failures: { 404: 'No such vendor' },
    },
    async ({ params, viewer }) => {
      const vendor = await readerOf(vendors).byKey(viewer, params.id);
      if (!vendor) throw notFound('Vendor');
      return findAlternatives(db, vendor);
    },
  );
  return [getAlternativesCall];
};
