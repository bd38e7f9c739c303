import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { coverage, STALE_AFTER_DAYS } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { type Collection, slugFieldOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { visibilityOf } from '#kit/read.server.ts';
import type { Reader } from '#kit/reader.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { linkChecks, linkUses } from '#modules/link-checks/link-checks.tables.server.ts';
import { DESCRIPTION_MIN, TITLE_MIN } from '#platform/seo/propose.ts';
import { vendorSources } from './upkeep.tables.server.ts';
import type { UpkeepKind } from './upkeep-kinds.ts';

const STALE_DAYS = sql.raw(String(STALE_AFTER_DAYS));
const MIN_TITLE = sql.raw(String(TITLE_MIN));
const MIN_DESCRIPTION = sql.raw(String(DESCRIPTION_MIN));

/** Facts of a profile that must name where they were read. */
const FACTS = [
  'ownership',
  'founded',
  'headquarters',
  'employeeCount',
  'customerCount',
  'minimumAssets',
  'pricing',
  'priceMeter',
  'hosting',
  'dataResidency',
] as const;

const vendor = tableOf(vendors);
const evidence = tableOf(coverage);
const feature = tableOf(features);

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

/** What is due of one kind in one collection, as a query. */
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

const staleEvidence = select({
  kind: 'stale-fact',
  collection: coverage.name,
  id: evidence.id,
  title: sql`${vendor.name} || ': ' || ${feature.name}`,
  detail: sql`${evidence.finding}`,
  url: evidence.url,
  since: evidence.checkedOn,
  path: vendorPath,
  from: sql`${evidence} join ${vendor} on ${vendor.id} = ${evidence.vendorId} join ${feature} on ${feature.id} = ${evidence.featureId}
    where ${evidence.checkedOn} < now() - interval '${STALE_DAYS} days' and ${isOpen}`,
});

const staleSources = select({
  kind: 'stale-fact',
  collection: vendors.name,
  id: vendor.id,
  title: vendor.name,
  detail: sql`${vendorSources.detail}`,
  part: sql`${vendorSources.place}`,
  url: vendorSources.url,
  since: vendorSources.checkedOn,
  path: vendorPath,
  from: sql`${vendorSources} join ${vendor} on ${vendor.id} = ${vendorSources.vendorId}
    where ${vendorSources.checkedOn} < current_date - ${STALE_DAYS} and ${isOpen}`,
});

const withSource = sql`(select ${vendorSources.vendorId} as vendor_id, array_agg(${vendorSources.field}) as fields
  from ${vendorSources} where ${vendorSources.url} <> '' group by ${vendorSources.vendorId})`;

/** The facts of a vendor that no source stands behind, by their labels; empty when each has one. */
const bareFacts = sql`concat_ws(', ', ${sql.join(
  FACTS.map(
    (
      key,
    ) => sql`case when ${vendor[key]} <> '' and coalesce(${key}::text <> all(known.fields), true)
      then ${labelOf(key, vendors.fields[key])}::text end`,
  ),
  sql`, `,
)})`;

const withoutSource = select({
  kind: 'no-source',
  collection: vendors.name,
  id: vendor.id,
  title: vendor.name,
  detail: bareFacts,
  since: vendor.updatedAt,
  path: vendorPath,
  from: sql`${vendor} left join ${withSource} known on known.vendor_id = ${vendor.id}
    where ${bareFacts} <> '' and ${isOpen}`,
});

const vendorLacks = (kind: UpkeepKind, detail: string, condition: SQL) =>
  select({
    kind,
    collection: vendors.name,
    id: vendor.id,
    title: vendor.name,
    detail: sql`${detail}`,
    since: vendor.updatedAt,
    path: vendorPath,
    from: sql`${vendor} where ${condition} and ${isOpen}`,
  });

const missingLogo = vendorLacks(
  'missing-logo',
  'No logo',
  sql`${isEmpty(vendor.logoUpload)} and ${isEmpty(vendor.clearbitLogoUrl)} and ${isEmpty(vendor.logo)}`,
);

const missingPrice = vendorLacks('missing-price', 'No price', isEmpty(vendor.pricing));

const deadLinks = (collection: Collection) => {
  const table = tableOf(collection);
  return select({
    kind: 'dead-link',
    collection: collection.name,
    id: table.id,
    title: columnOf(collection, collection.title),
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
      kind: 'weak-seo',
      collection: collection.name,
      id: table.id,
      title: columnOf(collection, collection.title),
      detail: sql`'Meta title ' || title_length || ' characters, meta description ' || description_length`,
      since: table.updatedAt,
      path: pathOf(collection),
      from: sql`${table} cross join lateral (select ${lengths}) meta
        where (title_length < ${MIN_TITLE} or description_length < ${MIN_DESCRIPTION}) and ${visible}`,
    }),
  ];
};

/** All that is due, of every kind. */
export const dueIn = ({ registry, partsOf }: ContentSource): Due[] => [
  staleEvidence,
  staleSources,
  withoutSource,
  missingLogo,
  missingPrice,
  ...registry.map(deadLinks),
  ...registry.flatMap((collection) => weakSeo(collection, partsOf(collection).reader)),
];

export const unionAll = (due: readonly Due[]): SQL =>
  sql.join(
    due.map(({ query }) => query),
    sql` union all `,
  );
