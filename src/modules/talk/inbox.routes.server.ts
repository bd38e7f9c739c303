import { and, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { tableOf } from '#kit/table.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { NOTICE_KINDS } from '#platform/notice-kinds.ts';
import { rowId } from '#platform/text-rules.ts';
import type { Caller } from '#platform/viewer.ts';
import { TALK } from './comments.routes.server.ts';
import { readNotices } from './notices.server.ts';
import { notices, presence } from './talk.tables.server.ts';

const noticeSchema = z
  .object({
    id: z.int(),
    kind: z.enum(NOTICE_KINDS),
    collection: z.string(),
    itemId: z.int(),
    title: z.string(),
    isThere: z.boolean().meta({ description: 'Not for an item in the trash, or gone' }),
    actorEmail: z.string().nullable(),
    commentId: z.int().nullable().meta({ description: 'Not for a review' }),
    text: z.string().nullable().meta({ description: 'The beginning of the comment' }),
    createdAt: z.iso.datetime(),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notice' });

/** A form beats each 15 seconds: one that is closed is off every screen within a minute. */
const OPEN_FOR = sql`interval '30 seconds'`;
/** However often a form beats, its row is not written more often. */
const WRITTEN_EACH = sql`interval '10 seconds'`;

const beat = (db: Executor, row: { collection: string; itemId: number; userId: number }) =>
  db
    .insert(presence)
    .values(row)
    .onConflictDoUpdate({
      target: [presence.collection, presence.itemId, presence.userId],
      set: { seenAt: sql`now()` },
      setWhere: sql`${presence.seenAt} < now() - ${WRITTEN_EACH}`,
    });

export const forgetPresence = (db: Executor) =>
  db.delete(presence).where(sql`${presence.seenAt} < now() - interval '1 hour'`);

/** One's own inbox, and who has an item open. */
export const mountInbox = (api: Api, { connection: { db }, content }: AppParts) => {
  const { find } = createItemCalls(content.registry, content.partsOf);
  const base = { tag: TALK, access: 'viewer' } as const;
  const mark = (viewer: Caller, isRead: boolean, isMeant?: SQL) =>
    db
      .update(notices)
      .set({ readAt: isRead ? sql`coalesce(${notices.readAt}, now())` : null })
      .where(and(eq(notices.userId, viewer.id), isMeant));

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'getInbox',
      path: '/api/inbox',
      summary: 'Mentions, replies and reviews for oneself, the newest first',
      response: z.object({ unread: z.int(), notices: z.array(noticeSchema) }).meta({ id: 'Inbox' }),
      handle: async ({ viewer }) => {
        const isOwn = eq(notices.userId, viewer.id);
        return {
          unread: await db.$count(notices, and(isOwn, isNull(notices.readAt))),
          notices: await readNotices(db, content.registry, isOwn),
        };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'patch',
      id: 'changeNotice',
      path: '/api/inbox/{id}',
      summary: 'Mark one as read or unread',
      params: idParam,
      body: z.strictObject({ isRead: z.boolean() }),
      response: success,
      failures: { 404: 'Not in one’s own inbox' },
      handle: async ({ params: { id }, body: { isRead }, viewer }) => {
        const { rowCount } = await mark(viewer, isRead, eq(notices.id, id));
        if (rowCount === 0) throw notFound('Notice');
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'readInbox',
      path: '/api/inbox/read',
      summary: 'Mark everything as read',
      response: success,
      handle: async ({ viewer }) => {
        await mark(viewer, true);
      },
    }),
    endpoint(api, {
      ...base,
      method: 'put',
      id: 'beatPresence',
      path: '/api/presence',
      summary: 'Say that one has an item open, for half a minute; answers who else has',
      body: z.strictObject({ type: z.string().max(60), id: rowId }).meta({ id: 'Beat' }),
      response: z.array(z.object({ id: z.int(), email: z.string() }).meta({ id: 'PersonPresent' })),
      failures: { 404: 'No such type' },
      handle: async ({ body: { type, id }, viewer }) => {
        const { collection } = find(type);
        const table = tableOf(collection);
        // A form may outlive its item: it has nobody to meet, and nothing is wrong.
        if ((await db.$count(table, eq(table.id, id))) === 0) return [];
        await beat(db, { collection: collection.name, itemId: id, userId: viewer.id });
        return db
          .select({ id: users.id, email: users.email })
          .from(presence)
          .innerJoin(users, eq(users.id, presence.userId))
          .where(
            and(
              eq(presence.collection, collection.name),
              eq(presence.itemId, id),
              ne(presence.userId, viewer.id),
              gt(presence.seenAt, sql`now() - ${OPEN_FOR}`),
            ),
          )
          .orderBy(users.email);
      },
    }),
  ];
};
