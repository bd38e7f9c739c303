import * as z from 'zod';
import { alignCoverage, sourcesWithGone } from '#content/shared/coverage/cells.server.ts';
import type { Read } from '#content/shared/coverage/coverage-schema.ts';
import { coverageGroups } from '#content/shared/coverage/coverage-schema.ts';
import { evidenceColumns, sayLevel, sayStated } from '#content/shared/coverage/evidence-words.ts';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { source, type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import { documentOf } from '#kit/document.ts';
import type { Reader, ReaderOf } from '#kit/reader.server.ts';
import { responsesOf } from '#kit/responses.ts';
import { toCsv } from '#platform/csv.ts';
import type { Database } from '#platform/db/database.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import { csvFile } from '#platform/http/csv-file.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { problem } from '#platform/http/operation.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { comparisons, matrixGroup } from './comparisons.collection.ts';
import { withinPair } from './comparisons.service.server.ts';
import { asLine, buildMatrix, fromColumns, groupFacts, listSources, toColumns } from './matrix.ts';
import { closestNames, listPopular } from './pairs.server.ts';
import { joinSlugs, MAX_COMPARED, partsOfAddress, readingsOf } from './site.ts';

const MAX_SUGGESTIONS = 5;
const MAX_AVAILABLE = 100;
const TOO_MANY = `At most ${MAX_COMPARED} vendors can be compared at once`;

const tag = { name: 'Compare', description: 'Two to four vendors side by side.' };

const { item: vendor } = responsesOf(vendors);
const nameAndSlugSchema = z.object({ name: z.string(), slug: z.string() });

/** A vendor's fields on the comparison page, besides the matrix. */
const pageVendor = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    founded: z.string().nullable(),
    minimumAssets: z.string().nullable(),
    website: z.string().nullable(),
    logoUpload: z.string().nullable(),
    clearbitLogoUrl: z.string().nullable(),
    logo: z.string().nullable(),
  })
  .meta({ id: 'ComparedVendor' });

const columnsOf = <T extends z.ZodType>(one: T) => ({
  vendorA: one,
  vendorB: one,
  vendorC: one.optional(),
  vendorD: one.optional(),
});

const { label, vendorA: matrixCell } = matrixGroup.shape.items.element.shape;

const sideBySide = z
  .object({
    ...columnsOf(z.union([vendor, pageVendor])),
    comparisonMatrix: z.array(
      z.object({
        name: matrixGroup.shape.name,
        items: z.array(z.object({ label, ...columnsOf(matrixCell) })),
      }),
    ),
    sources: z.array(z.object({ label, field: z.string(), sources: z.array(z.array(source)) })),
    coverage: coverageGroups,
  })
  .meta({ id: 'SideBySide' });

const noSuchPair = problem
  .extend({
    suggestions: z.array(nameAndSlugSchema),
    requestedVendors: z.object(columnsOf(z.string())),
    availableVendors: z.array(nameAndSlugSchema),
  })
  .meta({ id: 'NoSuchPair' });

export type NoSuchPair = z.infer<typeof noSuchPair>;

type PageVendor = z.infer<typeof pageVendor>;

/** Names the requested and the closest vendors. */
const comparisonNotFound = async (reader: Reader<typeof vendors>, pair: string) => {
  const all = await reader.listCards({ viewer: null, limit: 1000 });
  const isNamed = readingsOf(pair).length > 0;
  const requestedVendors = toColumns(isNamed ? partsOfAddress(pair) : [pair, '']);
  const suggestions = closestNames(all, fromColumns(requestedVendors), MAX_SUGGESTIONS);
  return new AppError('not-found', 'Comparison not found', {
    extra: {
      suggestions: suggestions.map(({ name, slug }) => ({ name, slug })),
      requestedVendors,
      availableVendors: all.slice(0, MAX_AVAILABLE).map(({ name, slug }) => ({ name, slug })),
    },
  });
};

type Compared = Pick<z.infer<typeof sideBySide>, 'comparisonMatrix' | 'sources' | 'coverage'>;

const EVIDENCE = ['rank', 'page date', 'page age', 'url', 'checked on', 'read in'] as const;

/** A fact's first source counts, with the addresses of all. */
const factColumns = (sources: readonly Read[]): string[] => {
  const [first] = sources;
  const url = sources.map((source) => source.url).join(' ');
  // A source that does not say how it was read counts as a stored copy.
  return evidenceColumns(
    first && { ...first, readIn: first.readIn ?? 'stored copy', url },
    EVIDENCE,
  );
};

/** A line for each row of the page; per vendor a value, its strength, the evidence address and the check day. */
const writeComparison = (names: readonly string[], compared: Compared): string => {
  const parts = ['rank', 'page date', 'page age', 'evidence', 'checked on', 'read in', 'states'];
  const head = names.flatMap((name) => [name, ...parts.map((part) => `${name}: ${part}`)]);
  const facts = groupFacts(compared).flatMap(({ name, rows }) =>
    rows.map(({ label, cells }) => [
      name,
      label,
      ...cells.flatMap(({ value, sources }) => [asLine(value), ...factColumns(sources), '']),
    ]),
  );
  const features = compared.coverage.flatMap(({ category, rows }) =>
    rows.map(({ feature, cells, stated }) => [
      category,
      feature.name,
      ...cells.flatMap((cell, index) => [
        sayLevel(cell),
        ...evidenceColumns(cell, EVIDENCE),
        sayStated(stated?.[index]),
      ]),
    ]),
  );
  return toCsv([['group', 'criterion', ...head], ...facts, ...features]);
};

interface CompareParts {
  db: Database;
  readerOf: ReaderOf;
  findVendor: VendorFinder;
}

export const mountCompare = (api: Api, { db, readerOf, findVendor }: CompareParts) => {
  const reader = readerOf(vendors);

  /** The vendors that an address names, in its order. */
  const findCompared = async (address: string): Promise<Vendor[]> => {
    if (partsOfAddress(address).length > MAX_COMPARED) {
      throw invalid({ pair: TOO_MANY });
    }
    for (const slugs of readingsOf(address)) {
      if (new Set(slugs).size < slugs.length) continue;
      const found = await Promise.all(slugs.map((slug) => reader.bySlug(null, slug)));
      if (found.every((one) => one !== null)) return found;
    }
    throw await comparisonNotFound(reader, address);
  };

  const withGone = async (vendor: Vendor) => ({
    ...vendor,
    sources: await sourcesWithGone(db, vendor),
  });

  const compare = async (compared: readonly Vendor[]) => ({
    comparisonMatrix: buildMatrix(compared),
    sources: listSources(await Promise.all(compared.map(withGone))),
    coverage: await alignCoverage(
      { db, readerOf },
      compared.map(({ id }) => id),
    ),
  });

  const compareVendorsCall = endpoint(api, {
    method: 'get',
    id: 'compareVendors',
    path: '/api/compare/{pair}',
    tag,
    summary: 'Two to four vendors side by side, as {slugA}-vs-{slugB}',
    access: 'public',
    params: z.object({ pair: z.string().min(1).max(500) }),
    query: z.looseObject({ view: z.string().max(20).optional() }),
    response: sideBySide,
    failures: { 404: { description: 'No such pair', response: noSuchPair } },
    handle: async ({ params, query }) => {
      const compared = await findCompared(params.pair);
      const isPage = query.view === 'page';
      return {
        ...toColumns<Vendor | PageVendor>(
          compared.map((vendor) => (isPage ? pageVendor.parse(vendor) : withinPair(null, vendor))),
        ),
        ...(await compare(compared)),
      };
    },
  });

  endpoint(api, {
    method: 'get',
    id: 'getComparisonFile',
    path: '/api/comparison.csv',
    tag,
    summary: 'The same as CSV, a line for each row, with the address of what was read',
    access: 'public',
    cacheable: false,
    query: z.object({ of: z.string().min(1).max(500) }),
    mediaType: 'text/csv',
    failures: { 404: { description: 'No such comparison', response: noSuchPair } },
    handle: async ({ c, query }) => {
      const compared = await findCompared(query.of);
      const names = compared.map(({ name }) => name);
      const file = joinSlugs(compared.map(({ slug }) => slug));
      return csvFile(c, file, writeComparison(names, await compare(compared)));
    },
  });

  const listPopularComparisonsCall = endpoint(api, {
    method: 'get',
    id: 'listPopularComparisons',
    path: '/api/popular-comparisons',
    tag,
    summary: 'The pairs that the site proposes, without those of which a vendor was withdrawn',
    access: 'public',
    response: z.array(
      z
        .object({ pair: z.string(), title: z.string(), text: z.string() })
        .meta({ id: 'PopularComparison' }),
    ),
    handle: () => listPopular(findVendor),
  });

  const listVendorComparisonsCall = endpoint(api, {
    method: 'get',
    id: 'listVendorComparisons',
    path: '/api/vendors/{id}/comparisons',
    tag: documentOf(vendors).tag,
    summary: 'Comparisons that a vendor takes part in, by its id or slug',
    access: 'public',
    params: keyParam,
    response: z.array(responsesOf(comparisons).card),
    failures: { 404: 'No such vendor' },
    handle: async ({ params, viewer }) => {
      const vendor = await reader.byKey(viewer, params.id);
      if (!vendor) throw notFound('Vendor');
      const filters = { vendor: [String(vendor.id)] };
      return readerOf(comparisons).listCards({ viewer: null, limit: 50, filters });
    },
  });

  return [compareVendorsCall, listPopularComparisonsCall, listVendorComparisonsCall];
};
