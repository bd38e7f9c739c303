import { and, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { hasRole } from '#platform/roles.ts';
import { type Caller, TOKEN_NAME } from '#platform/viewer.ts';
import { ACTIONS } from './actions.ts';
import { activity } from './activity.table.server.ts';

const TAG = {
  name: 'Activity',
  description: 'Who did what, when and from where; kept for 400 days.',
};
const DAY_MS = 86_400_000;

/** '2026-11-15' is the whole day, by UTC; a time is itself. */
const boundary = (isEnd: boolean) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Give a day, such as 2026-11-15')
    .transform((text) => {
      const isDay = text.length === 10;
      return new Date(Date.parse(text) + (isEnd && isDay ? DAY_MS : 0));
    });

const cursor = z
  .string()
  .regex(/^\d{1,14}-\d{1,15}$/, 'This is no place in the list')
  .transform((text) => {
    const [at = 0, id = 0] = text.split('-').map(Number);
    return { at: new Date(at), id };
  });

const activityQuery = z.object({
  actor: z.string().trim().max(254).optional().meta({
    description: 'The address of a person, or the id of a user',
  }),
  collection: z.string().max(60).optional(),
  item: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  action: z.enum(ACTIONS).optional(),
  from: boundary(false).optional().meta({ description: 'The first day, or a moment' }),
  to: boundary(true).optional().meta({ description: 'The last day, or a moment' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: cursor.optional().meta({ description: 'Where the last part ended, from `Link`' }),
});

type ActivityQuery = z.output<typeof activityQuery>;

const activityEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    actorId: z.int().nullable(),
    actorEmail: z.string().nullable(),
    action: z.enum(ACTIONS),
    collection: z.string().nullable(),
    itemId: z.int().nullable(),
    title: z.string().nullable(),
    version: z.int().nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
    address: z.string().nullable(),
    agent: z.string().nullable(),
  })
  .meta({ id: 'Activity' });

type Row = typeof activity.$inferSelect;

/** By address, by the name of a token, or by the number of a user who is still there. */
const isBy = (actor: string): SQL =>
  /^\d{1,10}$/.test(actor)
    ? eq(activity.actorEmail, sql`(select email from ${users} where id = ${actor}::bigint)`)
    : eq(activity.actorEmail, actor.startsWith(TOKEN_NAME) ? actor : actor.toLowerCase());

const isBefore = ({ at, id }: { at: Date; id: number }): SQL =>
  sql`(${activity.at}, ${activity.id}) < (${at.toISOString()}::timestamptz, ${id})`;

/** Owners see everything; other users the changes of content and their own actions. */
const maySee = (viewer: Caller): SQL | undefined =>
  hasRole(viewer, 'owner')
    ? undefined
    : or(isNotNull(activity.collection), eq(activity.actorId, viewer.id));

const conditionOf = (viewer: Caller, query: ActivityQuery): SQL | undefined =>
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
const toResponse = (viewer: Caller, row: Row) => {
  const seesOrigin = hasRole(viewer, 'owner') || row.actorId === viewer.id;
  return seesOrigin ? row : { ...row, address: null, agent: null };
};

/** Newest first; one more than was asked for tells that there are others. */
const listActivity = async (db: Executor, viewer: Caller, query: ActivityQuery) => {
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

export const mountActivity = (api: Api, { connection: { db } }: AppParts) => [
  endpoint(api, {
    method: 'get',
    id: 'listActivity',
    path: '/api/activity',
    tag: TAG,
    summary:
      'What happened, newest first; sign-ins, people and addresses are shown to owners alone',
    access: 'viewer',
    query: activityQuery,
    response: z.array(activityEntry),
    headers: z.object({
      Link: z
        .string()
        .optional()
        .meta({ description: 'The next part, `rel="next"`, when there is one' }),
    }),
    handle: async ({ c, viewer, query }) => {
      const { rows, next } = await listActivity(db, viewer, query);
      if (next) {
        const params = new URL(c.req.url).searchParams;
        params.set('before', `${next.at.getTime()}-${next.id}`);
        c.header('Link', `<${c.req.path}?${params}>; rel="next"`);
      }
      return rows;
    },
  }),
];

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
