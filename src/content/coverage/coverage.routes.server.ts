import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { features } from '#content/features/features.collection.ts';
import { alignCoverage, asCell } from '#content/shared/coverage/cells.server.ts';
import {
  coverageGroups,
  evidenceCell,
  namedItem,
} from '#content/shared/coverage/coverage-schema.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { documentOf } from '#kit/document.ts';
import { tableOf } from '#kit/table.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { coverage, LEVELS, type Level } from './coverage.collection.ts';
import { withNames } from './coverage.service.server.ts';

const { tag } = documentOf(coverage);

/** The page of a feature shows so many vendors; the directory's filter lists them all. */
const SHOWN = 24;

const vendor = tableOf(vendors);

interface Documenting {
  totals: Record<Level, number>;
  ids: number[];
}

export const mountCoverage = (api: Api, { db, readerOf }: CallParts) => {
  const vendorReader = readerOf(vendors);
  const reader = readerOf(coverage);
  const { table } = reader;

  const remember = rememberPerVersion<Documenting>();

  /** How many vendors there are at each level, and the first of them: by level, then by name. */
  const findDocumenting = async (featureId: number): Promise<Documenting> => {
    const query = { viewer: null, filters: { feature: [String(featureId)] } };
    const { rows } = await db.execute<{ level: Level; total: number; ids: number[] }>(sql`
      select ${table.level} as level, count(*)::int as total,
        (array_agg(${table.id} order by lower(${vendor.name}), ${vendor.id}))[:${SHOWN}::int] as ids
      from ${table} join ${vendor} on ${vendor.id} = ${table.vendorId}
      where ${reader.conditionOf(query)} group by ${table.level}`);
    const at = (level: Level) => rows.find((row) => row.level === level);
    const totalAt = (level: Level) => at(level)?.total ?? 0;
    return {
      totals: {
        documented: totalAt('documented'),
        partial: totalAt('partial'),
        absent: totalAt('absent'),
      },
      ids: LEVELS.flatMap((level) => at(level)?.ids ?? []).slice(0, SHOWN),
    };
  };

  const getVendorCoverageCall = endpoint(api, {
    method: 'get',
    id: 'getVendorCoverage',
    path: '/api/vendors/{id}/coverage',
    tag,
    summary: 'Every feature by category, with what is documented of this vendor',
    access: 'public',
    cacheable: true,
    params: keyParam,
    response: coverageGroups,
    failures: { 404: 'No such vendor' },
    handle: async ({ params, viewer }) => {
      const { id } = orNotFound(await vendorReader.byKey(viewer, params.id), 'Vendor');
      return alignCoverage({ readerOf }, [id]);
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
    cacheable: true,
    params: keyParam,
    response: z
      .object({
        totals: z.object({ documented: z.int(), partial: z.int(), absent: z.int() }),
        notConfirmed: z.int(),
        vendors: z.array(z.object({ vendor: namedItem, cell: evidenceCell })),
      })
      .meta({ id: 'FeatureCoverage' }),
    failures: { 404: 'No such feature' },
    handle: async ({ params, viewer }) => {
      const feature = orNotFound(await readerOf(features).byKey(viewer, params.id), 'Feature');
      const { totals, ids } = await remember(String(feature.id), () =>
        // A popular one has evidence of every third vendor.
        findDocumenting(feature.id),
      );
      const found = await reader.byIds(null, ids);
      const rows = await withNames(found, { readerOf, viewer: null });
      const confirmed = totals.documented + totals.partial + totals.absent;
      return {
        totals,
        notConfirmed: (await vendorReader.count({ viewer: null })) - confirmed,
        vendors: rows.flatMap((row) => {
          const { slug, name } = row.vendor ?? {};
          return slug && name ? [{ vendor: { slug, name }, cell: asCell(row) }] : [];
        }),
      };
    },
  });
  return [getVendorCoverageCall, getFeatureCoverageCall];
};
