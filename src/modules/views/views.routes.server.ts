import { and, asc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import { parseFilters, problemOf } from '#client/list-filter.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { success } from '#kit/responses.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import { type Database, type Executor, violatedConstraint } from '#platform/db/database.server.ts';
import { AppError, conflict, invalid, orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { forbidden, hasRole } from '#platform/roles.ts';
import type { Caller } from '#platform/viewer.ts';
import { listViews, viewSearch } from './views.table.server.ts';

const newView = z.strictObject({
  name: z.string().trim().min(1).max(80),
  isShared: z.boolean().default(false),
  search: viewSearch,
});

const viewSchema = z
  .object({
    id: z.int(),
    collection: z.string(),
    name: z.string(),
    isShared: z.boolean(),
    isMine: z.boolean(),
    madeBy: z.string().nullable(),
    search: viewSearch,
  })
  .meta({ id: 'ListView', description: 'A list as somebody has shaped it' });

const MAX_VIEWS = 100;

type NewView = z.output<typeof newView>;

const requireUsable = (collection: Collection, viewer: Caller, view: NewView) => {
  if (view.isShared && !hasRole(viewer, 'editor')) throw forbidden(viewer.role, 'editor');
  const filters = parseFilters(view.search.filter ?? '');
  const problem = filters ? problemOf(collection, filters) : 'This filter cannot be read';
  if (problem) throw invalid({ 'search.filter': problem });
};

const { userId: _userId, updatedAt: _updatedAt, ...shown } = getTableColumns(listViews);

/** One's own and those that are shared, by name. */
const listViewsOf = (db: Executor, viewer: Caller, collection?: string) =>
  db
    .select({
      ...shown,
      isMine: sql<boolean>`${listViews.userId} is not distinct from ${viewer.id}`,
      madeBy: users.email,
    })
    .from(listViews)
    .leftJoin(users, eq(users.id, listViews.userId))
    .where(
      and(
        or(eq(listViews.userId, viewer.id), eq(listViews.isShared, true)),
        collection === undefined ? undefined : eq(listViews.collection, collection),
      ),
    )
    .orderBy(asc(sql`lower(${listViews.name})`), asc(listViews.id))
    .limit(MAX_VIEWS * 5);

const readView = async (db: Executor, viewer: Caller, id: number) => {
  const found = (await listViewsOf(db, viewer)).find((view) => view.id === id);
  return orNotFound(found, 'View');
};

const NAME_TAKEN = 'You have a view of this name';

const makeView = (db: Database, viewer: Caller, collection: Collection, view: NewView) => {
  requireUsable(collection, viewer, view);
  return db.transaction(async (tx) => {
    // Those that a removed person kept to themselves.
    await tx.delete(listViews).where(and(isNull(listViews.userId), eq(listViews.isShared, false)));
    if ((await tx.$count(listViews, eq(listViews.userId, viewer.id))) >= MAX_VIEWS)
      throw new AppError('conflict', `You have ${MAX_VIEWS} views. Delete one first, please`);
    const [row] = await tx
      .insert(listViews)
      .values({ ...view, collection: collection.name, userId: viewer.id })
      .onConflictDoNothing()
      .returning({ id: listViews.id });
    if (!row) throw conflict('name', NAME_TAKEN);
    return readView(tx, viewer, row.id);
  });
};

/** A view is its maker's; of those that are shared, an owner's too. */
const holdOwn = async (tx: Executor, viewer: Caller, id: number) => {
  const view = await readView(tx, viewer, id);
  if (!view.isMine && !hasRole(viewer, 'owner'))
    throw new AppError('forbidden', 'Only its maker or an owner may change this view');
  return view;
};

const changeView = (
  db: Database,
  viewer: Caller,
  id: number,
  { view, find }: { view: NewView; find: (name: string) => { collection: Collection } },
) =>
  db.transaction(async (tx) => {
    const held = await holdOwn(tx, viewer, id);
    requireUsable(find(held.collection).collection, viewer, view);
    const changed = tx
      .update(listViews)
      .set({ ...view, updatedAt: new Date() })
      .where(eq(listViews.id, id));
    await changed.catch((error: unknown) => {
      throw violatedConstraint(error) ? conflict('name', NAME_TAKEN) : error;
    });
    return { ...held, ...view };
  });

const removeView = async (db: Database, viewer: Caller, id: number) => {
  await holdOwn(db, viewer, id);
  await db.delete(listViews).where(eq(listViews.id, id));
};

const VIEWS = {
  name: 'Views',
  description: 'Lists of the panel as people have shaped them: columns, filters, order and words.',
};

export const mountViews = (api: Api, { content, connection: { db } }: AppParts) => {
  const { names, find } = createItemCalls(content.registry, content.partsOf);
  const collection = z.string().meta({ enum: names });
  const base = { tag: VIEWS, access: 'viewer', path: '/api/views' } as const;
  const one = { ...base, path: '/api/views/{id}', params: idParam } as const;
  const failures = { 404: 'Not there, or of somebody else', 409: 'There is a view of this name' };

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listViews',
      summary: 'Your views and those that are shared, of one content type or of all, by name',
      query: z.object({ collection: collection.optional() }),
      response: z.array(viewSchema),
      handle: ({ query, viewer }) => listViewsOf(db, viewer, query.collection),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'makeView',
      summary: 'Save a view; an editor may share it with all',
      body: newView.extend({ collection }),
      response: viewSchema,
      status: 201,
      failures,
      handle: ({ viewer, body: { collection: name, ...view } }) =>
        makeView(db, viewer, find(name).collection, view),
    }),
    endpoint(api, {
      ...one,
      method: 'put',
      id: 'changeView',
      summary: 'Change a view of your own; an owner may change any that is shared',
      body: newView,
      response: viewSchema,
      failures,
      handle: ({ viewer, params, body }) => changeView(db, viewer, params.id, { view: body, find }),
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'removeView',
      summary: 'Delete a view of your own; an owner may delete any that is shared',
      response: success,
      failures: { 404: failures[404] },
      handle: ({ viewer, params }) => removeView(db, viewer, params.id),
    }),
  ];
};
