import * as z from 'zod';
import { alignCoverage } from '#content/shared/coverage/cells.server.ts';
import { coverageGroups, namedItem, type Read } from '#content/shared/coverage/coverage-schema.ts';
import { evidenceColumns, sayLevel } from '#content/shared/coverage/evidence-words.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import { source, type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import { documentOf } from '#kit/document.ts';
import { responsesOf } from '#kit/responses.ts';
import { toCsv } from '#platform/csv.ts';
import { AppError, invalid, orNotFound } from '#platform/errors.ts';
import { csvFile } from '#platform/http/csv-file.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { problem } from '#platform/http/operation.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { comparisons, matrixGroup } from './comparisons.collection.ts';
import { withinPair } from './comparisons.service.server.ts';
import { asLine, buildMatrix, groupFacts, listSources, toColumns } from './matrix.ts';
import { listPopular } from './pairs.server.ts';
import { joinSlugs, MAX_COMPARED, partsOfAddress, readingsOf } from './site.ts';

const MAX_SUGGESTIONS = 5;
const MAX_AVAILABLE = 100;
const TOO_MANY = `At most ${MAX_COMPARED} vendors can be compared at once`;

const tag = { name: 'Compare', description: 'Two to four vendors side by side.' };

const { item: vendor } = responsesOf(vendors);

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
    suggestions: z.array(namedItem),
    requestedVendors: z.object(columnsOf(z.string())),
    availableVendors: z.array(namedItem),
  })
  .meta({ id: 'NoSuchPair' });

export type NoSuchPair = z.infer<typeof noSuchPair>;

type PageVendor = z.infer<typeof pageVendor>;

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
  const parts = ['rank', 'page date', 'page age', 'evidence', 'checked on', 'read in'];
  const head = names.flatMap((name) => [name, ...parts.map((part) => `${name}: ${part}`)]);
  const facts = groupFacts(compared).flatMap(({ name, rows }) =>
    rows.map(({ label, cells }) => [
      name,
      label,
      ...cells.flatMap(({ value, sources }) => [asLine(value), ...factColumns(sources)]),
    ]),
  );
  const features = compared.coverage.flatMap(({ category, rows }) =>
    rows.map(({ feature, cells }) => [
      category,
      feature.name,
      ...cells.flatMap((cell) => [sayLevel(cell), ...evidenceColumns(cell, EVIDENCE)]),
    ]),
  );
  return toCsv([['group', 'criterion', ...head], ...facts, ...features]);
};

export const mountCompare = (api: Api, { readerOf, findVendor, understand }: CallParts) => {
  const reader = readerOf(vendors);

  /** Names the requested vendors, those that are meant, and more. */
  const comparisonNotFound = async (pair: string) => {
    const asked = readingsOf(pair).length > 0 ? partsOfAddress(pair) : [pair, ''];
    const meant = await Promise.all(asked.map((slug) => understand(slug.replaceAll('-', ' '))));
    const ids = meant.flatMap(({ found }) => found);
    const all = await reader.listCards({ viewer: null, limit: MAX_AVAILABLE });
    const nearest = [...(await reader.cardsByIds(null, ids.slice(0, MAX_SUGGESTIONS))), ...all];
    const suggestions = new Map(nearest.map(({ name, slug }) => [slug, { name, slug }]));
    return new AppError('not-found', 'Comparison not found', {
      extra: {
        suggestions: [...suggestions.values()].slice(0, MAX_SUGGESTIONS),
        requestedVendors: toColumns(asked),
        availableVendors: all.map(({ name, slug }) => ({ name, slug })),
      },
    });
  };

  /** The vendors that an address names, in its order; the slugs that they had before name them too. */
  const findCompared = async (address: string): Promise<Vendor[]> => {
    if (partsOfAddress(address).length > MAX_COMPARED) {
      throw invalid({ pair: TOO_MANY });
    }
    for (const slugs of readingsOf(address)) {
      const found = (await Promise.all(slugs.map(findVendor))).filter((one) => one !== null);
      if (new Set(found.map(({ id }) => id)).size === slugs.length) return found;
    }
    throw await comparisonNotFound(address);
  };

  const compare = async (compared: readonly Vendor[]) => ({
    comparisonMatrix: buildMatrix(compared),
    sources: listSources(compared),
    coverage: await alignCoverage(
      { readerOf },
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
    cacheable: true,
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
    cacheable: true,
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
    cacheable: true,
    params: keyParam,
    response: z.array(responsesOf(comparisons).card),
    failures: { 404: 'No such vendor' },
    handle: async ({ params, viewer }) => {
      const vendor = orNotFound(await reader.byKey(viewer, params.id), 'Vendor');
      const filters = { vendor: [String(vendor.id)] };
      return readerOf(comparisons).listCards({ viewer: null, limit: 50, filters });
    },
  });

  return [compareVendorsCall, listPopularComparisonsCall, listVendorComparisonsCall];
};
