import { type SQL, sql } from 'drizzle-orm';
import { coverage, type Level } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import type { VendorChange } from '#content/shared/changes/change.schema.ts';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { refersToVisible, visibilityOf, wasPublished } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';

const SMALL = new Set(
  'a an and are at by for from in is it its of on or per the their to with'.split(' '),
);

/** A share or an amount of money: 60 %, 40 percent, $5 million, EUR 300. */
const SHARES =
  /\p{N}\s*(?:%|percent|per cent|basis points|bps)|[$€£]\s*\p{N}|\p{N}\s*[$€£]|\b(?:USD|EUR|GBP|CHF)\s*\p{N}|\p{N}\s*(?:USD|EUR|GBP|CHF)\b/iu;

/** 'Owned' and 'owns' as 'own', 'entities' as 'entity'; 'user' and 'use' stay two words. */
const stemOf = (word: string) =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?<=\p{L}{2}[^s])s$/u, '')
        .replace(/(?<=\p{L}{3})(?:ed|ing|e)$/u, '');

const wordsOf = (text: string | null | undefined) => {
  const words = (text ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}$€£%]+|(?<=\p{N})(?=%)/u)
    .filter((word) => word !== '' && !SMALL.has(word))
    .map(stemOf);
  // Shares and amounts belong to their owners by word order alone, so it is kept.
  return (SHARES.test(text ?? '') ? words : words.toSorted()).join(' ');
};

/** Whether two texts say the same in another order, form of the words or punctuation: that is no change. */
export const saysTheSame = (before: string | null | undefined, after: string | null | undefined) =>
  wordsOf(before) === wordsOf(after);

/** Those that have no counterpart in the other list. */
const missingFrom = (list: readonly string[], other: readonly string[]) =>
  list.filter((entry) => !other.some((one) => saysTheSame(entry, one)));

/** How many of each kind are read, the newest first; some of them turn out to be new wording. */
const READ = 200;
/** Among so many of the newest pieces of evidence those are sought that came later than their vendor. */
const SOUGHT = 10_000;

const vendor = tableOf(vendors);
const feature = tableOf(features);
const evidence = tableOf(coverage);

/** A vendor's id; undefined is all public vendors. */
type Whose = number | undefined;

type Named = VendorChange['vendor'];

const named = ({ slug, name }: typeof vendor | typeof feature) =>
  sql`json_build_object('slug', ${slug}, 'name', ${name})`;

interface Facts {
  ownership: string | null;
  priceMeter: string | null;
  attestations: string[] | null;
}

const isOf = (column: SQL, whose: Whose) =>
  whose === undefined ? sql`${column} is not null` : sql`${column} = ${whose}`;

const when = (timestamp: string) => new Date(timestamp).toISOString();

/** The watched facts of a profile, in one pass: a version may be long. */
const factsOf = (data: SQL) => sql`(select row_to_json(fact) from json_to_record(${data})
  as fact("ownership" text, "priceMeter" text, "attestations" json))`;

/** The version that came of a told change, when another followed it; otherwise that is the item itself. */
const LATER = sql`left join lateral (select data from ${revisions} version
  where version.collection = told.collection and version.item_id = told.item_id and version.id > told.id
  order by version.id limit 1) later on true`;

/** Each version of a profile that readers saw beside the one that they had seen before it. */
const readProfiles = async (db: Executor, whose: Whose): Promise<VendorChange[]> => {
  const { rows } = await db.execute<{
    id: number;
    at: string;
    vendor: Named;
    was: Facts;
    became: Facts;
  }>(sql`
    with told as (select id, collection, item_id, created_at from ${revisions}
      where collection = ${vendors.name} and action = 'update' and ${isOf(sql`told_of`, whose)}
        and ${refersToVisible(vendors, sql`item_id`)}
      order by id desc limit ${READ})
    select told.id, told.created_at as at, ${named(vendor)} as vendor,
      ${factsOf(sql`earlier.data`)} as was,
      case when later.data is not null then ${factsOf(sql`later.data`)}
        else json_build_object('ownership', ${vendor.ownership}, 'priceMeter', ${vendor.priceMeter},
          'attestations', ${vendor.attestations}) end as became
    from told join ${vendor} on ${vendor.id} = told.item_id
      cross join lateral (select data from ${revisions} version
        where version.collection = told.collection and version.item_id = told.item_id
          and version.id <= told.id and ${wasPublished(vendors, sql`version.data`)}
        order by version.id desc limit 1) earlier
      ${LATER}
    order by told.id desc`);
  return rows.flatMap(({ id, at, vendor, was, became }) => {
    const base = { at: when(at), vendor, feature: null };
    const said = (['ownership', 'priceMeter'] as const)
      .filter((field) => !saysTheSame(was[field], became[field]))
      .map((field) => ({
        ...base,
        id: `${field}-${id}`,
        field,
        before: was[field] || null,
        after: became[field] || null,
      }));
    const [before, after] = [was.attestations ?? [], became.attestations ?? []];
    const [gone, come] = [missingFrom(before, after), missingFrom(after, before)];
    if (gone.length + come.length === 0) return said;
    const list = (names: string[]) => names.join('; ') || null;
    const attested = { ...base, id: `attestations-${id}`, field: 'attestations' as const };
    return [...said, { ...attested, before: list(gone), after: list(come) }];
  });
};

interface CoverageRow extends Record<string, unknown> {
  id: string;
  at: string;
  vendor: Named;
  feature: Named;
  was: Level | null;
  became: Level | null;
}

const NAMES = sql`${named(vendor)} as vendor, ${named(feature)} as feature`;

/** Both ends of a piece of evidence, while both are public. */
const endsOf = (vendorId: SQL, featureId: SQL) => sql`
  join ${vendor} on ${vendor.id} = ${vendorId} and ${visibilityOf(vendors)}
  join ${feature} on ${feature.id} = ${featureId} and ${visibilityOf(features)}`;

/** Evidence whose level was changed. */
const readLevels = (db: Executor, whose: Whose) =>
  db.execute<CoverageRow>(sql`
    select 'level-' || told.id as id, told.created_at as at, ${NAMES}, told.data ->> 'level' as was,
      coalesce(later.data ->> 'level', ${evidence.level}) as became
    from ${revisions} told join ${evidence} on ${evidence.id} = told.item_id
      ${endsOf(sql`${evidence.vendorId}`, sql`${evidence.featureId}`)} ${LATER}
    where told.collection = ${coverage.name} and told.action = 'update' and ${isOf(sql`told.told_of`, whose)}
      and told.data ->> 'level' <> coalesce(later.data ->> 'level', ${evidence.level})
    order by told.id desc limit ${READ}`);

/** Evidence that was taken back, whether or not the trash was emptied since. */
const readLost = (db: Executor, whose: Whose) =>
  db.execute<CoverageRow>(sql`
    select 'lost-' || told.id as id, told.created_at as at, ${NAMES}, told.data ->> 'level' as was, null as became
    from ${revisions} told ${endsOf(sql`told.told_of`, sql`(told.data ->> 'featureId')::int`)}
    where told.collection = ${coverage.name} and told.action in ('delete', 'erased') and told.restored_at is null
      and ${isOf(sql`told.told_of`, whose)}
    order by told.id desc limit ${READ}`);

/** When a vendor became public: at its creation, or with the change that published it. */
const FIRST_PUBLIC = sql`case
  when (select ${wasPublished(vendors, sql`version.data`)} from ${revisions} version
    where version.collection = ${vendors.name} and version.item_id = ${vendor.id} order by version.id limit 1)
  then ${vendor.createdAt}
  else coalesce((select version.created_at from ${revisions} version
    where version.collection = ${vendors.name} and version.told_of = ${vendor.id} order by version.id limit 1),
    ${vendor.createdAt}) end`;

/** Evidence of more than a day after its vendor was public; earlier evidence is the baseline. */
const readConfirmed = (db: Executor, whose: Whose) =>
  db.execute<CoverageRow>(sql`
    with recent as (select id, created_at, vendor_id, feature_id, level from ${evidence} where ${isOf(sql`${evidence.vendorId}`, whose)}
      order by ${evidence.id} desc limit ${SOUGHT}),
    begun as materialized (select ${vendor.id} as vendor_id, ${FIRST_PUBLIC} as at from ${vendor}
      where ${vendor.id} in (select vendor_id from recent))
    select 'new-' || recent.id as id, recent.created_at as at, ${NAMES}, null as was,
      coalesce((select version.data ->> 'level' from ${revisions} version where version.collection = ${coverage.name}
        and version.item_id = recent.id order by version.id limit 1), recent.level) as became
    from recent ${endsOf(sql`recent.vendor_id`, sql`recent.feature_id`)}
      join begun on begun.vendor_id = recent.vendor_id
    where recent.created_at > begun.at + interval '1 day'
    order by recent.id desc limit ${READ}`);

const wordOf = (level: Level | null) => (level ? LEVEL_WORDS[level] : null);

const toChange = ({ at, was, became, ...row }: CoverageRow): VendorChange => ({
  ...row,
  at: when(at),
  field: 'coverage',
  before: wordOf(was),
  after: wordOf(became),
});

/** Changes of one vendor or of all, newest first; new wording is no change. */
export const readChanges = async (db: Executor, whose: Whose): Promise<VendorChange[]> => {
  const [profiles, levels, lost, confirmed] = [
    await readProfiles(db, whose),
    await readLevels(db, whose),
    await readLost(db, whose),
    await readConfirmed(db, whose),
  ];
  const covered = [levels, lost, confirmed].flatMap(({ rows }) => rows.map(toChange));
  return [...profiles, ...covered].toSorted((a, b) => b.at.localeCompare(a.at));
};

/** When the record of a vendor, or of the first one, began. */
export const readStart = async (db: Executor, whose: Whose): Promise<string | null> => {
  const first = whose === undefined ? sql`min(${vendor.createdAt})` : FIRST_PUBLIC;
  const { rows } = await db.execute<{ first: string | null }>(
    sql`select ${first} as first from ${vendor}
      where ${visibilityOf(vendors)} and ${isOf(sql`${vendor.id}`, whose)}`,
  );
  return rows[0]?.first ? when(rows[0].first) : null;
};
