import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { namesOf, type SearchKind } from '#modules/search/document.server.ts';
import { createNames, type NamedPage, type Names } from '#modules/search/names.ts';
import { wordsOf } from '#modules/search/words.ts';
import type { Database } from '#platform/db/database.server.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { coverage } from './coverage/coverage.collection.ts';
import { features } from './features/features.collection.ts';
import { searchTerms } from './search-terms/search-terms.collection.ts';
import { vendors } from './vendors/vendors.collection.ts';

/** More names than any directory has; further pages are found by title alone. */
const MAX_NAMES = 20_000;

/** Words in the names of many companies: alone they name none of them. */
const COMPANY_WORDS = new Set(
  `advisor advisors asset assets box brokers business capital central client cloud company data digital family finance
  financial formerly fund funds global group intelligence interactive international investment investments management
  online partners platform private resources service services smart solutions square studios system systems tech
  technologies technology trust trusted wealth`.split(/\s+/),
);

interface Row {
  id: number;
  slug: string;
  title: string;
  aliases: string[];
}

const readRows = async (db: Database, collection: Collection): Promise<Row[]> => {
  const slugField = slugFieldOf(collection) ?? 'slug';
  const hasAliases = collection.fields.aliases !== undefined;
  const table = tableOf(collection);
  return db
    .select({
      id: table.id,
      slug: sql<string>`${columnOf(collection, slugField)}`,
      title: sql<string>`${columnOf(collection, collection.title)}`,
      aliases: hasAliases
        ? sql<string[]>`${columnOf(collection, 'aliases')}`
        : sql<string[]>`'{}'::text[]`,
    })
    .from(table)
    .where(visibilityOf(collection))
    .orderBy(table.id)
    .limit(MAX_NAMES);
};

/** 'SS&C Black Diamond Wealth Platform' is also called by each of its beginnings and each of its ends. */
const partsOfName = (title: string): string[] => {
  const words = wordsOf(title.replace(/\(.*?\)/g, ' '));
  const inner = words.flatMap((_, start) =>
    words.slice(start).map((__, length) => words.slice(start, start + length + 1)),
  );
  return inner
    .filter((part) => part.length < words.length && !part.every((word) => COMPANY_WORDS.has(word)))
    .filter((part) => part.length > 1 || (part[0]?.length ?? 0) > 2)
    .map((part) => part.join(' '));
};

/** Parts of companies' names that are nothing else: neither of another company, nor the word of a feature or a term. */
const shortNames = (rows: readonly Row[], ordinary: ReadonlySet<string>): Map<number, string[]> => {
  const owners = new Map<string, Set<number>>();
  for (const { id, title } of rows) {
    for (const part of partsOfName(title)) {
      if (ordinary.has(part)) continue;
      owners.set(part, (owners.get(part) ?? new Set()).add(id));
    }
  }
  const short = new Map<number, string[]>();
  for (const [part, ids] of owners) {
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) continue;
    short.set(id, [...(short.get(id) ?? []), part]);
  }
  return short;
};

/** Editors' search terms: each is another name of its target page. */
const readTerms = async (db: Database) => {
  const { id, term, targetPage } = tableOf(searchTerms);
  return db
    .select({ id, term, path: targetPage })
    .from(tableOf(searchTerms))
    .where(visibilityOf(searchTerms))
    .orderBy(id)
    .limit(MAX_NAMES);
};

/** The names of all pages that have one, with synonyms from the glossary and the search terms. */
const loadNames = async (db: Database, kinds: readonly SearchKind[]): Promise<Names> => {
  const named = kinds
    .flatMap(({ collections }) => collections)
    .filter(({ inSearch }) => inSearch?.isNamed);
  const [terms, ...lists] = await Promise.all([
    readTerms(db),
    ...named.map(async (collection) => ({ collection, rows: await readRows(db, collection) })),
  ]);
  const ordinary = new Set(
    lists
      .filter(({ collection }) => collection.name !== vendors.name)
      .flatMap(({ rows }) =>
        rows.flatMap(({ title, aliases }) => [title, ...aliases].flatMap(wordsOf)),
      ),
  );
  const termsOf = Map.groupBy(terms, ({ path }) => path ?? '');
  const pages = lists.flatMap(({ collection, rows }) => {
    const short =
      collection.name === vendors.name ? shortNames(rows, ordinary) : new Map<number, string[]>();
    return rows.map(({ id, slug, title, aliases }): NamedPage => {
      const path = publicPathOf(collection, slug);
      const also = termsOf.get(path)?.map(({ term }) => term) ?? [];
      const whole = title.replace(/\s*\(.*?\)\s*/g, ' ').trim();
      const names = [title, whole, ...namesOf(title, aliases), ...(short.get(id) ?? []), ...also];
      return { collection: collection.name, id, slug, title, path, aliases, names };
    });
  });
  const paths = new Set(pages.map(({ path }) => path));
  const others = terms.flatMap(({ id, term, path }): NamedPage[] =>
    path && !paths.has(path)
      ? [{ collection: searchTerms.name, id, slug: '', title: term, path, names: [term] }]
      : [],
  );
  return createNames([...pages, ...others]);
};

/** Default for pages without a weight. */
const WEIGHT = 0.5;

/** The groups of a search: one for each type with pages, but for those that share one. */
export const searchKindsOf = (registry: readonly Collection[]): SearchKind[] => {
  const paged = registry.filter(({ publicPath }) => publicPath !== undefined);
  const groups = Map.groupBy(paged, ({ name, inSearch }) => inSearch?.kind ?? name);
  return [...groups].flatMap(([name, collections]) => {
    const leader = collections.find((one) => one.name === name) ?? collections[0];
    if (!leader) return [];
    const { label = leader.label, weight = WEIGHT } = leader.inSearch ?? {};
    return { name, label, weight, collections };
  });
};

/** Reads of every search, so that a change of any is seen at once. */
export const searchReads = (db: Database, kinds: readonly SearchKind[]) => {
  const remember = rememberPerVersion<Names>({ max: 1 });
  return {
    readNames: () => remember('', () => loadNames(db, kinds)),
  };
};

const evidence = tableOf(coverage);
const featureTable = tableOf(features);

const isDocumented = and(
  eq(featureTable.id, evidence.featureId),
  eq(evidence.level, 'documented'),
  visibilityOf(features),
);

/** The names of the features that pages document of each of these vendors. */
export const documentedFeatures = async (
  db: Database,
  { name }: Collection,
  vendorIds: readonly number[],
): Promise<Map<number, string[]>> => {
  if (name !== vendors.name || vendorIds.length === 0) return new Map();
  const rows = await db
    .select({ vendorId: evidence.vendorId, feature: featureTable.name })
    .from(evidence)
    .innerJoin(featureTable, isDocumented)
    .where(inArray(evidence.vendorId, [...vendorIds]));
  const named = Map.groupBy(rows, ({ vendorId }) => vendorId ?? 0);
  return new Map([...named].map(([id, list]) => [id, list.map(({ feature }) => feature)]));
};

/** A number that changes with those names. */
export const featuresState = ({ name }: Collection): SQL =>
  name === vendors.name
    ? sql`(select sum(hashtext(${featureTable.name})) from ${evidence}
        join ${featureTable} on ${isDocumented} where ${evidence.vendorId} = ${tableOf(vendors).id})`
    : sql`0`;
