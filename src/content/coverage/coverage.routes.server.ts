import * as z from 'zod';
import { features } from '#content/features/features.collection.ts';
import { asCell, groupCoverage } from '#content/shared/coverage/coverage-groups.ts';
import {
  coverageGroups,
  evidenceCell,
  namedItem,
  vendorStatement,
} from '#content/shared/coverage/coverage-schema.ts';
import { withGoneQuotes } from '#content/shared/coverage/gone-quotes.server.ts';
import {
  readFeatureStatements,
  readStatements,
} from '#content/shared/vendor-word/statements.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { CardOf } from '#kit/collection.ts';
import { documentOf } from '#kit/document.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { coverage } from './coverage.collection.ts';
import { createFinder } from './feature-evidence.server.ts';

/** More features than the site has room for; the list stays bounded whatever an editor adds. */
const MAX_FEATURES = 500;

const { tag } = documentOf(coverage);

/** Every published feature by category, or those of one, with a cell for each of the vendors. */
export const createAligner = (db: Database, readerOf: ReaderOf) => {
  // An unknown category is not cached: there is no end of them.
  const remember = rememberUntilChange<CardOf<typeof features>[]>({
    max: 500,
    keeps: (list) => list.length > 0,
  });
  return async (vendorIds: readonly number[], category?: string) => {
    const asked = category === undefined ? [] : [category];
    // Every profile and comparison needs the same. 'All' and a category without a name are not the same.
    const list = await remember(JSON.stringify(asked), () =>
      readerOf(features).listCards({ viewer: null, limit: MAX_FEATURES, category: asked }),
    );
    if (vendorIds.length === 0 || list.length === 0) return groupCoverage(list, vendorIds, []);
    const filters = {
      vendor: vendorIds.map(String),
      feature: category === undefined ? [] : list.map(({ id }) => String(id)),
    };
    const rows = await readerOf(coverage).list({ viewer: null, filters });
    const [watched, statements] = await Promise.all([
      withGoneQuotes(db, rows),
      readStatements(db, vendorIds),
    ]);
    return groupCoverage(list, vendorIds, watched, statements);
  };
};

export type Align = ReturnType<typeof createAligner>;

interface CoverageParts {
  db: Database;
  readerOf: ReaderOf;
  align: Align;
}

export const mountCoverage = (api: Api, { db, readerOf, align }: CoverageParts) => {
  const findDocumenting = createFinder(db, readerOf(coverage));
  const vendorReader = readerOf(vendors);

  const getVendorCoverageCall = endpoint(
    api,
    {
      method: 'get',
      id: 'getVendorCoverage',
      path: '/api/vendors/{id}/coverage',
      tag,
      summary: 'Every feature by category, with what is documented of this vendor',
      access: 'public',
      params: keyParam,
      response: coverageGroups,
      failures: { 404: 'No such vendor' },
    },
    async ({ params, viewer }) => {
      const vendor = await vendorReader.byKey(viewer, params.id);
      if (!vendor) throw notFound('Vendor');
      return align([vendor.id]);
    },
  );

  const getFeatureCoverageCall = endpoint(
    api,
    {
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
    },
    async ({ params, viewer }) => {
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
  );
  return [getVendorCoverageCall, getFeatureCoverageCall];
};
