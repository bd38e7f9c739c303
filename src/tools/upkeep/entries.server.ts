import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { DESCRIPTION_MIN, TITLE_MIN } from '#admin/seo/propose.ts';
import { coverage, STALE_AFTER_DAYS } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { redirects } from '#content/redirects/redirects.collection.ts';
import { vendorSources } from '#content/shared/vendor-sources.table.server.ts';
import { SOURCED_FACTS, vendors } from '#content/vendors/vendors.collection.ts';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { visibilityOf } from '#kit/read.server.ts';
import type { Reader } from '#kit/reader.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { linkChecks, linkUses } from '#modules/link-checks/link-checks.tables.server.ts';
import { quotes } from '#modules/quotes/quotes.table.server.ts';

/** Kinds of upkeep, as named in the panel and the API. */
export const UPKEEP_KINDS = [
  'lost-quote',
  'stale-fact',
  'no-source',
  'dead-link',
  'dead-end',
  'missing-logo',
  'missing-price',
  'weak-seo',
] as const;

export type UpkeepKind = (typeof UPKEEP_KINDS)[number];

const STALE_DAYS = sql.raw(String(STALE_AFTER_DAYS));
/** A page may be out of order for a while. */
const UNREADABLE_DAYS = sql.raw('30');
const MIN_TITLE = sql.raw(String(TITLE_MIN));
const MIN_DESCRIPTION = sql.raw(String(DESCRIPTION_MIN));

const vendor = tableOf(vendors);
const evidence = tableOf(coverage);
const feature = tableOf(features);
const redirect = tableOf(redirects);

const isOpen = visibilityOf(vendors) ?? sql`true`;
const pathOf = (collection: Collection): SQL => {
  const slugField = slugFieldOf(collection);
  if (collection.publicPath === undefined || !slugField) return sql`''`;
  return sql`${`${collection.publicPath}/`}::text || ${columnOf(collection, slugField)}`;
};

const vendorPath = pathOf(vendors);
const isEmpty = (column: SQLWrapper) => sql`coalesce(${column}, '') = ''`;

interface Entry {
  kind: UpkeepKind;
  collection: string;
  id: SQLWrapper;
  title: SQLWrapper;
  detail: SQL;
  /** Which part of the item, where it has several. */
  part?: SQL;
  url?: SQLWrapper;
  since: SQLWrapper;
  path: SQL;
  from: SQL;
}

/** Query for due entries of one kind in one collection. */
export interface Due {
  kind: UpkeepKind;
  collection: string;
  query: SQL;
}

/** Every part of the queue has the same columns. */
const select = (entry: Entry): Due => ({
  kind: entry.kind,
  collection: entry.collection,
  query: sql`select ${entry.kind}::text as kind, ${entry.collection}::text as collection,
  ${entry.id} as id, ${entry.title}::text as title, ${entry.detail}::text as detail, ${entry.part ?? sql`null`}::text as part,
  ${entry.url ?? sql`null`}::text as url, ${entry.since}::timestamptz as since, ${entry.path}::text as path from ${entry.from}`,
});

const WITH_ENDS = sql`join ${vendor} on ${vendor.id} = ${evidence.vendorId} join ${feature} on ${feature.id} = ${evidence.featureId}`;

/** An item as the queue names it, and its last change. */
const ofItem = (collection: Collection) => {
  const { id, updatedAt } = tableOf(collection);
  const title = columnOf(collection, collection.title);
  return { collection: collection.name, id, title, since: updatedAt, path: pathOf(collection) };
};

const OF_VENDOR = { ...ofItem(vendors), title: vendor.name, path: vendorPath };
const OF_CELL = {
  ...ofItem(coverage),
  title: sql`${vendor.name} || ': ' || ${feature.name}`,
  path: vendorPath,
};

const staleEvidence = select({
  ...OF_CELL,
  kind: 'stale-fact',
  detail: sql`${evidence.finding}`,
  url: evidence.url,
  since: evidence.checkedOn,
  from: sql`${evidence} ${WITH_ENDS}
    where ${evidence.checkedOn} < now() - interval '${STALE_DAYS} days' and ${isOpen}`,
});

const staleSources = select({
  ...OF_VENDOR,
  kind: 'stale-fact',
  detail: sql`${vendorSources.detail}`,
  part: sql`${vendorSources.place}`,
  url: vendorSources.url,
  since: vendorSources.checkedOn,
  from: sql`${vendorSources} join ${vendor} on ${vendor.id} = ${vendorSources.vendorId}
    where ${vendorSources.checkedOn} < current_date - ${STALE_DAYS} and ${isOpen}`,
});

/** Quotes of evidence and of vendors' sources that are not on their page, or whose page cannot be read for long. */
const lostQuotes = [
  { item: OF_CELL, table: evidence, ends: WITH_ENDS },
  { item: OF_VENDOR, table: vendor, ends: sql`` },
].map(({ item, table, ends }) =>
  select({
    ...item,
    kind: 'lost-quote',
    detail: sql`case ${quotes.state} when 'missing' then 'No longer on the page: “' || ${quotes.quote} || '”'
      else 'The page cannot be read: ' || ${quotes.reason} end`,
    part: sql`${quotes.id}`,
    url: quotes.url,
    since: quotes.since,
    from: sql`${quotes} join ${table} on ${quotes.collection} = ${item.collection}
      and ${quotes.itemId} = ${item.id} ${ends}
      where (${quotes.state} = 'missing' or (${quotes.state} = 'unreadable'
        and ${quotes.since} < now() - interval '${UNREADABLE_DAYS} days')) and ${isOpen}`,
  }),
);

const withSource = sql`(select ${vendorSources.vendorId} as vendor_id, array_agg(${vendorSources.field}) as fields
  from ${vendorSources} where ${vendorSources.url} <> '' group by ${vendorSources.vendorId})`;

/** The facts of a vendor that have no source, by their labels; empty when each has one. */
const bareFacts = sql`concat_ws(', ', ${sql.join(
  SOURCED_FACTS.map(
    (
      key,
    ) => sql`case when ${vendor[key]} <> '' and coalesce(${key}::text <> all(known.fields), true)
      then ${labelOf(key, vendors.fields[key])}::text end`,
  ),
  sql`, `,
)})`;

const withoutSource = select({
  ...OF_VENDOR,
  kind: 'no-source',
  detail: bareFacts,
  from: sql`${vendor} left join ${withSource} known on known.vendor_id = ${vendor.id}
    where ${bareFacts} <> '' and ${isOpen}`,
});

const vendorLacks = (kind: UpkeepKind, detail: string, condition: SQL) => {
  const from = sql`${vendor} where ${condition} and ${isOpen}`;
  return select({ ...OF_VENDOR, kind, detail: sql`${detail}`, from });
};

const missingLogo = vendorLacks(
  'missing-logo',
  'No logo',
  sql`${isEmpty(vendor.logoUpload)} and ${isEmpty(vendor.clearbitLogoUrl)} and ${isEmpty(vendor.logo)}`,
);

const missingPrice = vendorLacks('missing-price', 'No price', isEmpty(vendor.pricing));

const deadLinks = (collection: Collection) => {
  const table = tableOf(collection);
  return select({
    ...ofItem(collection),
    kind: 'dead-link',
    detail: sql`coalesce(${linkChecks.reason}, ${linkChecks.state})`,
    part: sql`${linkUses.field}`,
    url: linkChecks.url,
    since: sql`coalesce(${linkChecks.failingSince}, ${linkChecks.checkedAt}, now())`,
    path:
      collection.name === coverage.name
        ? sql`(select ${vendorPath} from ${vendor} where ${vendor.id} = ${evidence.vendorId})`
        : pathOf(collection),
    from: sql`${linkChecks} join ${linkUses} on ${linkUses.url} = ${linkChecks.url} and ${linkUses.collection} = ${collection.name}
      join ${table} on ${table.id} = ${linkUses.itemId} where ${linkChecks.state} in ('dead', 'changed-hands')`,
  });
};

const weakSeo = (collection: Collection, { table, visible }: Reader): Due[] => {
  const { publicPath, fields } = collection;
  if (publicPath === undefined || !fields.metaTitle || !fields.metaDescription) return [];
  const [title, description] = ['metaTitle', 'metaDescription'].map((key) =>
    columnOf(collection, key),
  );
  const lengths = sql`coalesce(length(${title}), 0) as title_length, coalesce(length(${description}), 0) as description_length`;
  return [
    select({
      ...ofItem(collection),
      kind: 'weak-seo',
      detail: sql`'Meta title ' || title_length || ' characters, meta description ' || description_length`,
      from: sql`${table} cross join lateral (select ${lengths}) meta
        where (title_length < ${MIN_TITLE} or description_length < ${MIN_DESCRIPTION}) and ${visible}`,
    }),
  ];
};

/** Records that name an item by its slug, where readers find no page, nor where a redirect leads from there (P6.13). */
const deadEnds = (collection: Collection, { partsOf }: ContentSource): Due[] => {
  const { table, visible } = partsOf(collection).reader;
  return fieldEntries(collection).flatMap(([key, { kind, namesBySlug }]) => {
    if (kind !== 'json' || !namesBySlug) return [];
    const { typeIn, collections } = namesBySlug;
    const places = Object.entries(collections).map(([type, name]) => ({ type, ...partsOf(name) }));
    const paths = places.map(
      ({ type, collection: place }) =>
        sql`when ${type}::text then ${`${place.publicPath}/`}::text || (record ->> 'slug')`,
    );
    const isClosed = places.map(
      ({ collection: place, reader }) =>
        sql`(target like ${`${place.publicPath}/%`} and not exists
          (select 1 from ${reader.table} where ${pathOf(place)} = target and ${reader.visible}))`,
    );
    return select({
      ...ofItem(collection),
      kind: 'dead-end',
      detail: sql`'"' || (record ->> 'title') || '" leads nowhere'`,
      part: sql`${key}`,
      url: sql`own`,
      from: sql`${table} cross join lateral jsonb_array_elements(${columnOf(collection, key)}::jsonb) record
        cross join lateral (select case record ->> ${typeIn} ${sql.join(paths, sql` `)} end as own) named
        left join ${redirect} on ${redirect.fromPath} = own
        cross join lateral (select coalesce(${redirect.toPath}, own) as target) lead
        where ${visible} and (${sql.join(isClosed, sql` or `)})`,
    });
  });
};

/** All that is due, of every kind. */
export const dueIn = (content: ContentSource): Due[] => [
  ...lostQuotes,
  staleEvidence,
  staleSources,
  withoutSource,
  missingLogo,
  missingPrice,
  ...content.registry.map(deadLinks),
  ...content.registry.flatMap((collection) => [
    ...deadEnds(collection, content),
    ...weakSeo(collection, content.partsOf(collection).reader),
  ]),
];

export const unionAll = (due: readonly Due[]): SQL =>
  sql.join(
    due.map(({ query }) => query),
    sql` union all `,
  );
