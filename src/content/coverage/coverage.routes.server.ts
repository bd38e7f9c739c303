import * as z from 'zod';
import { features } from '#content/features/features.collection.ts';
import type { Align } from '#content/shared/coverage/align.server.ts';
import { asCell } from '#content/shared/coverage/coverage-groups.ts';
import {
  coverageGroups,
  evidenceCell,
  namedItem,
  vendorStatement,
} from '#content/shared/coverage/coverage-schema.ts';
import { withGoneQuotes } from '#content/shared/coverage/gone-quotes.server.ts';
import { readFeatureStatements } from '#content/shared/vendor-word/statements.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { documentOf } from '#kit/document.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { coverage } from './coverage.collection.ts';
import { createFinder } from './feature-evidence.server.ts';

const { tag } = documentOf(coverage);

interface CoverageParts {
  db: Database;
  readerOf: ReaderOf;
  align: Align;
}

export const mountCoverage = (api: Api, { db, readerOf, align }: CoverageParts) => {
  const findDocumenting = createFinder(db, readerOf(coverage));
  const vendorReader = readerOf(vendors);

  const getVendorCoverageCall = endpoint(api, {
    method: 'get',
    id: 'getVendorCoverage',
    path: '/api/vendors/{id}/coverage',
    tag,
    summary: 'Every feature by category, with what is documented of this vendor',
    access: 'public',
    params: keyParam,
    response: coverageGroups,
    failures: { 404: 'No such vendor' },
    handle: async ({ params, viewer }) => {
      const vendor = await vendorReader.byKey(viewer, params.id);
      if (!vendor) throw notFound('Vendor');
      return align([vendor.id]);
    },
  });

  const getFeatureCoverageCall = endpoint(api, {
    method: 'get',
    id: 'getFeatureCoverage',
    path: '/api/features/{id}/coverage',
    tag,
    summary:
      'Who documents a feature, who partly, who says no (the first 24 of them), and how many are not confirmed',
    access: 'public',
    params: keyParam,
    response: z
      .object({
        totals: z.object({ documented: z.int(), partial: z.int(), absent: z.int() }),
        notConfirmed: z.int(),
        vendors: z.array(z.object({ vendor: namedItem, cell: evidenceCell })),
        stated: z
          .object({
            total: z.int(),
            vendors: z.array(z.object({ vendor: namedItem, stated: vendorStatement })),
          })
          .meta({ description: 'What vendors state themselves; no part of the totals' }),
      })
      .meta({ id: 'FeatureCoverage' }),
    failures: { 404: 'No such feature' },
    handle: async ({ params, viewer }) => {
      const feature = await readerOf(features).byKey(viewer, params.id);
      if (!feature) throw notFound('Feature');
      const { totals, ids } = await findDocumenting(feature.id);
      const rows = await withGoneQuotes(db, await readerOf(coverage).byIds(null, ids));
      const cards = await vendorReader.cardsByIds(
        null,
        rows.flatMap(({ vendorId }) => vendorId ?? []),
      );
      const vendorOf = new Map(cards.map(({ id, slug, name }) => [id, { slug, name }]));
      const confirmed = totals.documented + totals.partial + totals.absent;
      return {
        totals,
        notConfirmed: (await vendorReader.count({ viewer: null })) - confirmed,
        vendors: rows.flatMap((row) => {
          const vendor = vendorOf.get(row.vendorId ?? 0);
          return vendor ? [{ vendor, cell: asCell(row) }] : [];
        }),
        stated: await readFeatureStatements(db, feature.id),
      };
    },
  });
  return [getVendorCoverageCall, getFeatureCoverageCall];
};
