import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { activity } from '#modules/activity/activity.table.server.ts';
import { hasSave } from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { unauthorized } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

/** A table of the desk whose rows are about items. */
type Beside = PgTable & Record<'collection' | 'itemId', PgColumn>;

const idsIn = (table: Beside, { name }: Collection, ...where: SQL[]) =>
  sql`select ${table.itemId} from ${table} where ${and(eq(table.collection, name), ...where)}`;

const isIn = (collection: Collection, ...ids: SQL[]) =>
  sql`${tableOf(collection).id} in (${sql.join(ids, sql` union all `)})`;

type Condition = (collection: Collection, viewer: NonNullable<Viewer>) => SQL;

const hasDraft: Condition = (collection) =>
  isIn(collection, idsIn(itemDrafts, collection, hasSave));

/** Created or changed by the person, or kept in a draft; each has an index that begins with the collection and the person. */
const mine: Condition = (collection, { email }) =>
  isIn(
    collection,
    idsIn(activity, collection, eq(activity.actorEmail, email), eq(activity.action, 'created')),
    idsIn(revisions, collection, eq(revisions.userEmail, email)),
    idsIn(itemDrafts, collection, hasSave, eq(itemDrafts.userEmail, email)),
  );

const filterOf = (collection: Collection, description: string, condition: Condition) => ({
  description: `\`true\`, to signed-in users: ${description}`,
  refusal: 'A filter of the desk was asked for without a session',
  where: (values: string[], viewer: Viewer) => {
    if (!viewer) throw unauthorized();
    return values.includes('true') ? condition(collection, viewer) : undefined;
  },
});

/** Narrows a type's list by the work on its items, for signed-in users. */
export const withDeskFilters = (behaviour: Behaviour, collection: Collection): Behaviour => ({
  ...behaviour,
  filters: {
    ...behaviour.filters,
    hasDraft: filterOf(collection, 'items with a draft that waits', hasDraft),
    mine: filterOf(collection, 'items that you created, changed or drafted', mine),
  },
});
