import { and, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import { isAt } from '#modules/place.server.ts';
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
    commentId: z.int().nullable(),
    text: z.string().nullable().meta({ description: 'The beginning of the comment' }),
    createdAt: z.iso.datetime(),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notice' });

/** A form asks each 15 seconds: one that is closed is off every screen within a minute. */
const GONE = lt(presence.seenAt, sql`now() - interval '30 seconds'`);

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
      summary: 'Mentions and replies for oneself, the newest first',
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
      response: z.array(z.string()).meta({ description: 'E-mail addresses' }),
      failures: { 404: 'No such type' },
      handle: async ({ body: { type, id }, viewer }) => {
        const place = { collection: find(type).collection.name, itemId: id };
        await db.delete(presence).where(GONE);
        await db
          .insert(presence)
          .values({ ...place, userId: viewer.id })
          .onConflictDoUpdate({
            target: [presence.collection, presence.itemId, presence.userId],
            set: { seenAt: sql`now()` },
          });
        const others = await db
          .select({ email: users.email })
          .from(presence)
          .innerJoin(users, eq(users.id, presence.userId))
          .where(and(isAt(presence, place), ne(presence.userId, viewer.id)));
        return others.map(({ email }) => email);
      },
    }),
  ];
};
