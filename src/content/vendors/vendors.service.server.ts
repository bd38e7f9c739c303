import { and, asc, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import { JOINT } from '#content/comparisons/site.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { featuresNamed } from '#content/shared/features-named.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import type { Behaviour, Effect, WriteContext } from '#kit/behaviour.server.ts';
import type { ListQuery } from '#kit/list-query.ts';
import { visibilityOf } from '#kit/read.server.ts';
import type { Reader } from '#kit/reader.server.ts';
import { responsesOf } from '#kit/responses.ts';
import type { PartsOf } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Search } from '#modules/search/search.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { bandsOf } from './aum.ts';
import { readSimilarityIndex, relatedIds } from './related-vendors.server.ts';
import { type Vendor, vendors } from './vendors.collection.ts';

const cell = tableOf(coverage);

/** More than any feature has; the list itself goes on by pages. */
const MAX_FOUND = 2000;

/**
 * Reads the directory's search box as the site's search does: misspelt names, features and synonyms. It finds named
 * vendors, then those that document the named features, then those that do so partly.
 */
export const createUnderstanding = (db: Database, search: Search) => async (q: string) => {
  const { names, typed, meant } = await search.understand(q);
  const reading = meant ?? typed;
  const named = reading.spans
    .flatMap(({ pages }) => pages)
    .filter(({ collection }) => collection === vendors.name);
  const features = named.length > 0 ? [] : featuresNamed(reading, names);
  const ids = features.map(({ id }) => id);
  const cells =
    ids.length > 0
      ? await db
          .select({ id: cell.vendorId })
          .from(cell)
          .where(and(inArray(cell.featureId, ids), inArray(cell.level, ['documented', 'partial'])))
          .orderBy(asc(cell.level), asc(cell.vendorId))
          .limit(MAX_FOUND)
      : [];
  const found = [...named.map(({ id }) => id), ...cells.flatMap(({ id }) => id ?? [])];
  return {
    found: [...new Set(found)],
    features: features.map(({ slug, title }) => ({ slug, name: title })),
  };
};

/** Adds understood items to a text search. */
export const withMeaning = (reader: Reader, understand: CallParts['understand']): Reader => {
  const meant = async (query: ListQuery): Promise<ListQuery> =>
    query.q?.trim() ? { ...query, found: (await understand(query.q)).found } : query;
  return {
    ...reader,
    list: async (query) => reader.list(await meant(query)),
    listCards: async (query) => reader.listCards(await meant(query)),
    count: async (query) => reader.count(await meant(query)),
  };
};

const RELATED_VENDORS = 3;

const table = tableOf(vendors);

const overlaps = (key: 'markets' | 'aumBands') => (values: string[]) =>
  sql`${table[key]} && ${sql.param(values)}::text[]`;

const evidence = tableOf(coverage);
const feature = tableOf(features);

/** Each feature of a filter costs a lookup in the evidence. */
const MAX_FEATURES = 20;

/** Levels that answer a question for a feature: documented, and partly where the reader wants that too. */
export const levelsAsked = (others: Readonly<Record<string, readonly string[]>>) =>
  others.partly?.includes('true') ? ['documented', 'partial'] : ['documented'];

/** Every one of the features must hold. */
const documents = (asked: string[], levels: readonly string[]) => {
  const slugs = [...new Set(asked)].slice(0, MAX_FEATURES);
  const ids = sql`(select ${feature.id} from ${feature}
    where ${and(sql`${feature.slug} = any(${sql.param(slugs)}::text[])`, visibilityOf(features))})`;
  const hasLevel = sql`${evidence.level} = any(${sql.param(levels)}::text[])`;
  // Those with one feature are soon met in the order of the list; those with several are few, and found by themselves.
  if (slugs.length === 1) {
    return sql`exists (select 1 from ${evidence}
      where ${evidence.vendorId} = ${table.id} and ${evidence.featureId} = ${ids} and ${hasLevel})`;
  }
  return sql`${table.id} in (select ${evidence.vendorId} from ${evidence}
    where ${evidence.featureId} in ${ids} and ${hasLevel}
    group by ${evidence.vendorId} having count(*) = ${slugs.length})`;
};

const slugsOf = (vendor: Partial<Vendor> | null) =>
  (vendor?.alternativeChoices ?? []).map((choice) => choice.vendor);

/** A hand-picked alternative must be an existing vendor. */
const requireExistingChoices = async (
  draft: Partial<Vendor>,
  { before, tx, viewer, isRestore }: WriteContext<Vendor>,
) => {
  // Files may bring the chosen vendor later, and a restore takes all as it was; pages skip unknown vendors.
  if (!viewer || isRestore) return;
  const existing = slugsOf(before);
  const added = slugsOf(draft).filter((slug) => !existing.includes(slug));
  if (added.length === 0) return;
  const rows = await tx.select({ slug: table.slug }).from(table).where(inArray(table.slug, added));
  const missing = added.find((slug) => !rows.some((row) => row.slug === slug));
  if (missing) throw invalid({ alternativeChoices: `No vendor has the slug ${missing}` });
};

/** Alternatives are chosen by their slugs, and stay chosen when these change. */
export const followChosenVendor =
  (partsOf: PartsOf): Effect =>
  async ({ before, after }, { name }, tx) => {
    if (name !== vendors.name || !before || !after || before.slug === after.slug) return;
    const from = String(before.slug);
    const to = String(after.slug);
    const chosen = JSON.stringify([{ vendor: from }]);
    const rows = await tx
      .select({ id: table.id, choices: table.alternativeChoices })
      .from(table)
      .where(sql`${table.alternativeChoices}::jsonb @> ${chosen}::jsonb`)
      .orderBy(table.id);
    const { writer } = partsOf(vendors);
    for (const { id, choices } of rows) {
      const alternativeChoices = choices.map((choice) =>
        choice.vendor === from ? { ...choice, vendor: to } : choice,
      );
      // The server's own work: the right to rename a draft need not cover the items that name it.
      await writer.update(tx, null, { id }, { alternativeChoices });
    }
  };

const responses = {
  detail: { relatedVendors: z.array(responsesOf(vendors).card) },
};

export const vendorBehaviour = {
  /** An alternative that is chosen may be one that the same file brings. */
  prepare: async (draft, context) => {
    if (draft.slug?.includes(JOINT))
      throw invalid({ slug: `A vendor's slug cannot contain ${JOINT}` });
    await requireExistingChoices(draft, context);
    const aumBands =
      draft.minimumAssets === undefined ? undefined : bandsOf(draft.minimumAssets ?? '');
    return { ...draft, ...(aumBands && { aumBands }) };
  },
  present: async (vendor, { db, readerOf }) => {
    const ids = relatedIds(await readSimilarityIndex(db), vendor, RELATED_VENDORS);
    const relatedVendors = await readerOf(vendors).cardsByIds(null, ids);
    return { relatedVendors };
  },
  responses,
  filters: {
    market: {
      description: 'Markets; any of them',
      where: overlaps('markets'),
    },
    aum: {
      description: 'Bands of minimum assets; any of them',
      where: overlaps('aumBands'),
    },
    feature: {
      description: 'Slugs of features that evidence documents; all of them must hold',
      where: (slugs, _viewer, others) => documents(slugs, levelsAsked(others)),
    },
    partly: {
      description: '`true` counts what is partly documented as well',
      where: () => undefined,
    },
    featured: {
      description: '`true` for featured vendors only',
      where: (values) => (values.includes('true') ? sql`${table.isFeatured}` : undefined),
    },
  },
} satisfies Behaviour<typeof vendors, typeof responses>;
