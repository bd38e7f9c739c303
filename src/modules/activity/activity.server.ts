import { and, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#modules/auth/auth.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { hasRole } from '#platform/roles.ts';
import { TOKEN_NAME, type Viewer } from '#platform/viewer.ts';
import type { ActivityQuery } from './activity.schema.ts';
import { activity } from './activity.table.server.ts';

type Row = typeof activity.$inferSelect;

/** By address, by the name of a token, or by the number of a user who is still there. */
const isBy = (actor: string): SQL =>
  /^\d{1,10}$/.test(actor)
    ? eq(activity.actorEmail, sql`(select email from ${users} where id = ${actor}::bigint)`)
    : eq(activity.actorEmail, actor.startsWith(TOKEN_NAME) ? actor : actor.toLowerCase());

const isBefore = ({ at, id }: { at: Date; id: number }): SQL =>
  sql`(${activity.at}, ${activity.id}) < (${at.toISOString()}::timestamptz, ${id})`;

/** Owners see everything; other users the changes of content and their own actions. */
const maySee = (viewer: Viewer): SQL | undefined =>
  hasRole(viewer, 'owner')
    ? undefined
    : or(isNotNull(activity.collection), eq(activity.actorId, viewer?.id ?? 0));

const conditionOf = (viewer: Viewer, query: ActivityQuery): SQL | undefined =>
  and(
    maySee(viewer),
    query.actor ? isBy(query.actor) : undefined,
    query.collection ? eq(activity.collection, query.collection) : undefined,
    query.item ? eq(activity.itemId, query.item) : undefined,
    query.action ? eq(activity.action, query.action) : undefined,
    query.from ? gte(activity.at, query.from) : undefined,
    query.to ? lt(activity.at, query.to) : undefined,
    query.before ? isBefore(query.before) : undefined,
  );

/** An origin is shown to its user and to owners. */
const toResponse = (viewer: Viewer, row: Row) => {
  const seesOrigin = hasRole(viewer, 'owner') || row.actorId === viewer?.id;
  return {
    ...row,
    address: seesOrigin ? row.address : null,
    agent: seesOrigin ? row.agent : null,
  };
};

/** Newest first; one more than was asked for tells that there are others. */
export const listActivity = async (db: Executor, viewer: Viewer, query: ActivityQuery) => {
  const rows = await db
    .select()
    .from(activity)
    .where(conditionOf(viewer, query))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(query.limit + 1);
  const shown = rows.slice(0, query.limit).map((row) => toResponse(viewer, row));
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > query.limit && last ? last : null };
};

/** As the trigger on the table has it, too. */
const RETENTION_DAYS = 400;
const PER_ROUND = 5000;

/** Deletes entries after 400 days, in batches, so that no request waits. */
export const sweepActivity = async (db: Executor): Promise<number> => {
  let swept = 0;
  for (let count = PER_ROUND; count === PER_ROUND; swept += count) {
    const gone = await db.execute(sql`
      delete from ${activity} where id in (
        select id from ${activity} where at < now() - make_interval(days => ${RETENTION_DAYS})
        order by at, id limit ${PER_ROUND} for update skip locked)`);
    count = gone.rowCount ?? 0;
  }
  return swept;
};
