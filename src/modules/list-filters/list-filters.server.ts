import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Filter, parseFilters, problemOf } from '#client/list-filter.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { activity } from '#modules/activity/activity.table.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { reviews } from '#modules/reviews/reviews.table.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { invalid, unauthorized } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

const isBlank = (column: PgColumn, kind: Field['kind']): SQL => {
  if (kind === 'list' || kind === 'references') return sql`cardinality(${column}) = 0`;
  if (kind === 'json') return sql`coalesce(${column}::text, '') in ('', 'null', '[]', '{}', '""')`;
  if (kind === 'integer' || kind === 'date' || kind === 'reference') return sql`${column} is null`;
  return sql`coalesce(${column}, '') = ''`;
};

const isAnyOf = (column: PgColumn, kind: Field['kind'], values: readonly string[]): SQL => {
  const type = sql.raw(kind === 'reference' || kind === 'references' ? 'int[]' : 'text[]');
  const wanted = sql`${sql.param([...values])}::${type}`;
  const isMany = kind === 'list' || kind === 'references';
  return isMany ? sql`${column} && ${wanted}` : sql`${column} = any(${wanted})`;
};

/** Days are whole days of UTC, the last one included. */
const inRange = (column: PgColumn, { operator, values: [value] }: Filter, isDay: boolean): SQL => {
  if (!isDay)
    return operator === 'from' ? sql`${column} >= ${value}::int` : sql`${column} <= ${value}::int`;
  const day = sql`(${value}::date at time zone 'UTC')`;
  return operator === 'from'
    ? sql`${column} >= ${day}`
    : sql`${column} < ${day} + interval '1 day'`;
};

const byField = (column: PgColumn, kind: Field['kind'], filter: Filter): SQL => {
  const { operator, values } = filter;
  switch (operator) {
    case 'contains':
      return mentions(column, values[0] ?? '', kind === 'list');
    case 'any':
      return isAnyOf(column, kind, values);
    case 'empty':
      return isBlank(column, kind);
    case 'filled':
      return sql`not (${isBlank(column, kind)})`;
    case 'from':
    case 'to':
      return inRange(column, filter, kind === 'date');
    default:
      return sql`${column} = ${operator === 'on'}`;
  }
};

/** A table of the desk whose rows are about items. */
type Beside = PgTable & Record<'collection' | 'itemId', PgColumn>;

/** The ids of a type's items that one of these tables has a row of. */
const idsIn = (table: Beside, { name }: Collection, ...where: (SQL | undefined)[]) =>
  sql`select ${table.itemId} from ${table} where ${and(eq(table.collection, name), ...where)}`;

const isIn = (collection: Collection, ...ids: SQL[]) =>
  sql`${tableOf(collection).id} in (${sql.join(ids, sql` union all `)})`;

type Desk = (collection: Collection, people: readonly string[]) => SQL;

const hasDraft: Desk = (collection) => isIn(collection, idsIn(itemDrafts, collection));

/** As the list of reviews has it: an approval covers only the text that was seen. */
const inReview: Desk = (collection) => {
  const { id, version } = tableOf(collection);
  const draft = sql`(select ${itemDrafts.version} from ${itemDrafts} where ${itemDrafts.collection} = ${collection.name} and ${itemDrafts.itemId} = ${id})`;
  const isAnother = sql`(${reviews.itemVersion} <> ${version} or ${reviews.draftVersion} is distinct from ${draft})`;
  const isApproval = inArray(reviews.state, ['approved', 'agreed']);
  const isAsked = or(eq(reviews.state, 'in review'), and(isApproval, isAnother));
  return isIn(collection, idsIn(reviews, collection, isAsked));
};

/** Created or changed by one of them; each has an index that begins with the collection and the person. */
const writtenBy: Desk = (collection, people) => {
  const isMade = eq(activity.action, 'created');
  return isIn(
    collection,
    idsIn(activity, collection, inArray(activity.actorEmail, [...people]), isMade),
    idsIn(revisions, collection, inArray(revisions.userEmail, [...people])),
  );
};

/** Written by them, kept in a draft by them, or waiting for their review. */
const mine: Desk = (collection, people) => {
  const drafted = idsIn(itemDrafts, collection, inArray(itemDrafts.userEmail, [...people]));
  const asked = idsIn(reviews, collection, inArray(reviews.assignee, [...people]));
  return sql`(${writtenBy(collection, people)} or ${isIn(collection, drafted, asked)})`;
};

const DESK: Readonly<Record<string, Desk>> = { hasDraft, inReview, mine, writtenBy };

const conditionOf = (collection: Collection, viewer: NonNullable<Viewer>, filter: Filter) => {
  const { field: key, operator, values } = filter;
  const kind = collection.fields[key]?.kind;
  const desk = kind ? undefined : DESK[key];
  if (!desk) return byField(columnOf(collection, key), kind ?? 'date', filter);
  const condition = desk(collection, key === 'mine' ? [viewer.email] : values);
  return operator === 'off' ? sql`not (${condition})` : condition;
};

/** Narrows a type's list by any of its fields, for signed-in users: what is for editors only stays with them. */
export const withListFilters = (behaviour: Behaviour, collection: Collection): Behaviour => ({
  ...behaviour,
  filters: {
    ...behaviour.filters,
    filter: {
      description:
        'To signed-in users: `field:operator:value|value`, several with `;`. Operators by kind: contains, any, empty, filled, from, to, on, off',
      refusal: 'A filter by field was asked for without a session',
      where: (values, viewer) => {
        if (!viewer) throw unauthorized();
        const filters = parseFilters(values.join(';'));
        if (!filters) throw invalid({ filter: 'This filter cannot be read' });
        const problem = problemOf(collection, filters);
        if (problem) throw invalid({ filter: problem });
        return and(...filters.map((filter) => conditionOf(collection, viewer, filter)));
      },
    },
  },
});
