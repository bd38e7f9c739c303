import { or, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import { type AnyItem, widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idOfKey } from '#platform/http/list-query.ts';
import { keepUntilChange } from '#platform/until-change.server.ts';
import { comparisons } from './comparisons.collection.ts';
import { comparisonBehaviour } from './comparisons.service.server.ts';
import { buildMatrix } from './matrix.ts';
import { closestNames, splitsOf } from './pairs.ts';

const MAX_SUGGESTIONS = 5;
const MAX_AVAILABLE = 100;
/** What the comparisons of a vendor depend on. */
const READ = ['comparisons', 'vendors'];

const columns = columnsOf(tableOf(widen(comparisons)));
const ofVendor = (id: number) =>
  or(sql`${columns.vendorAId} = ${id}`, sql`${columns.vendorBId} = ${id}`);

const nameAndSlug = ({ name, slug }: AnyItem) => ({ name, slug });

/** What the comparison page shows of a vendor besides the matrix. */
const pickForPage = (vendor: Vendor) => {
  const { id, slug, name, description, founded, minimumAssets, website } = vendor;
  const { logoUpload, clearbitLogoUrl, logo } = vendor;
  return {
    id,
    slug,
    name,
    description,
    founded,
    minimumAssets,
    website,
    logoUpload,
    clearbitLogoUrl,
    logo,
  };
};

/** Tells what was asked for, and what comes close to it. */
const comparisonNotFound = async (db: Database, pair: string) => {
  const all = (await createReader(widen(vendors), db).list({
    viewer: null,
    card: true,
    limit: 1000,
  })) as unknown as Vendor[];
  const [vendorA = pair, vendorB = ''] = splitsOf(pair)[0] ?? [];
  const suggestions = closestNames(all, [vendorA, vendorB], MAX_SUGGESTIONS);
  return new AppError('not-found', 'Comparison not found', {
    extra: {
      suggestions: suggestions.map(({ name, slug }) => ({ name, slug })),
      requestedVendors: { vendorA, vendorB },
      availableVendors: all.slice(0, MAX_AVAILABLE).map((vendor) => nameAndSlug(vendor as never)),
    },
  });
};

/** What strangers see of the comparisons of one vendor, read once after each change. */
const createOfVendor = (db: Database) => {
  const { list } = createReader(widen(comparisons), db, {
    ...(comparisonBehaviour as object),
    filters: { vendor: { description: 'vendor id', where: ([id]) => ofVendor(Number(id)) } },
  });
  const keep = keepUntilChange<AnyItem[]>(READ);
  return (id: number) => {
    noteRead(...READ);
    const vendor = String(id);
    const query = { viewer: null, card: true, limit: 50, filters: { vendor: [vendor] } };
    return keep(vendor, () => list(query));
  };
};

export const mountCompare = (api: Api, db: Database) => {
  const reader = createReader(widen(vendors), db);
  const readOfVendor = createOfVendor(db);

  endpoint(
    api,
    {
      method: 'get',
      path: '/api/compare/{pair}',
      tag: 'Compare',
      summary: 'Two vendors side by side, as {slugA}-vs-{slugB}',
      access: 'public',
      params: z.object({ pair: z.string().min(1).max(500) }),
      query: z.looseObject({ view: z.string().max(20).optional() }),
      answer: z.looseObject({
        vendorA: z.unknown(),
        vendorB: z.unknown(),
        comparisonMatrix: z.array(z.unknown()),
      }),
      failures: { 404: 'Carries `suggestions`, `requestedVendors` and `availableVendors`' },
    },
    async ({ params, query }) => {
      for (const [slugA, slugB] of splitsOf(params.pair)) {
        if (slugA === slugB) continue;
        const [vendorA, vendorB] = (await Promise.all(
          [slugA, slugB].map((slug) => reader.bySlug(null, slug)),
        )) as unknown as (Vendor | null)[];
        if (!vendorA || !vendorB) continue;
        const comparisonMatrix = buildMatrix(vendorA, vendorB);
        if (query.view !== 'page') return { vendorA, vendorB, comparisonMatrix };
        return { vendorA: pickForPage(vendorA), vendorB: pickForPage(vendorB), comparisonMatrix };
      }
      throw await comparisonNotFound(db, params.pair);
    },
  );

  endpoint(
    api,
    {
      method: 'get',
      path: '/api/vendors/{key}/comparisons',
      tag: 'Vendors',
      summary: 'Comparisons that a vendor takes part in, by its id or slug',
      access: 'public',
      params: z.object({ key: z.string().min(1).max(500) }),
      answer: z.array(z.looseObject({})),
      failures: { 404: 'No such vendor' },
    },
    async ({ params, viewer }) => {
      const id = idOfKey(params.key);
      // A comparison that a stranger may see names two vendors that he may see, so it answers for them.
      const known = id === undefined ? [] : await readOfVendor(id);
      if (known.length > 0) return known;
      const vendor = await reader.byKey(viewer, params.key);
      if (!vendor) throw notFound('Vendor');
      return id === undefined ? readOfVendor(vendor.id) : known;
    },
  );
};
