import { and, desc, eq, like, notLike, sql } from 'drizzle-orm';
import type { LiveCheck } from '#content/shared/public-paths.server.ts';
import type { Behaviour, Change } from '#kit/behaviour.server.ts';
import { type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { keepRevision } from '#kit/revisions.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { noteChange, type Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Redirect, redirects } from './redirects.collection.ts';
import { replacementOf } from './retired-paths.ts';
import type { ServedCheck } from './served-paths.server.ts';

const table = tableOf(redirects);

/** Where a path leads now, or null when there is no redirect. */
export const findRedirect = async (db: Executor, fromPath: string): Promise<string | null> => {
  const [row] = await db.select().from(table).where(eq(table.fromPath, fromPath)).limit(1);
  return row?.toPath ?? replacementOf(fromPath) ?? null;
};

/** Slugs that items of a folder had, with those that they have now; the latest first. */
export const listMovedSlugs = async (db: Executor, folder: string, limit: number) => {
  const rows = await db
    .select()
    .from(table)
    .where(
      and(
        like(table.fromPath, `${folder}/%`),
        notLike(table.fromPath, `${folder}/%/%`),
        like(table.toPath, `${folder}/%`),
      ),
    )
    .orderBy(desc(table.updatedAt), desc(table.id))
    .limit(limit);
  const slugOf = (path: string) => path.slice(folder.length + 1);
  return rows.map(({ fromPath, toPath }) => ({ from: slugOf(fromPath), to: slugOf(toPath) }));
};

/** Stored redirects never lead to one another, so one step ends every chain: no visitor is ever sent along one. */
const flatten = async (db: Executor, fromPath: string, toPath: string): Promise<string> => {
  const target = (await findRedirect(db, toPath)) ?? toPath;
  if ([toPath, target].includes(fromPath))
    throw invalid({ toPath: 'This redirect would lead back to itself' });
  return target;
};

const pullChains = async (tx: Tx, fromPath: string, toPath: string) => {
  await tx.execute(
    sql`update ${table} set to_path = ${toPath} where to_path = ${fromPath} and from_path <> ${toPath}`,
  );
};

export const createRedirectBehaviour = (isLive: LiveCheck, isServed: ServedCheck) =>
  ({
    prepare: async (draft, { before, tx, viewer }) => {
      // Two redirects made at once could each close the other's circle.
      await tx.execute(sql`lock table ${table} in share row exclusive mode`);
      const fromPath = draft.fromPath ?? before?.fromPath ?? '';
      if (!fromPath.startsWith('/'))
        throw invalid({ fromPath: 'Give a path of this site, such as /old-name' });
      if (viewer && fromPath !== before?.fromPath && isServed(fromPath))
        throw invalid({
          fromPath:
            'The server itself responds at this address, so this redirect would never be used',
        });
      // A live page would never redirect; files are loaded before or after their pages.
      if (viewer && fromPath !== before?.fromPath && (await isLive(tx, fromPath)))
        throw invalid({ fromPath: 'A page stands at this address. Unpublish or move it first' });
      const toPath = await flatten(tx, fromPath, draft.toPath ?? before?.toPath ?? '');
      return { ...draft, toPath };
    },
    after: async (change, tx) => {
      if (change.after) await pullChains(tx, change.after.fromPath, change.after.toPath);
    },
  }) satisfies Behaviour<typeof redirects>;

type Recorded = Pick<Redirect, 'id' | 'version' | 'fromPath'> & { action: 'created' | 'deleted' };

const recordRedirect = (
  tx: Tx,
  viewer: Viewer,
  { id: itemId, fromPath: title, action, version }: Recorded,
) => recordActivity(tx, viewer, { collection: redirects.name, itemId, title, action, version });

/** A redirect gives way to an item that takes its address, and can be brought back from the trash. */
const removeRedirect = async (tx: Tx, path: string, viewer: Viewer) => {
  const [item] = await tx.delete(table).where(eq(table.fromPath, path)).returning();
  if (!item) return;
  noteChange(tx);
  await keepRevision(tx, { collection: redirects, action: 'delete', item, viewer });
  await recordRedirect(tx, viewer, { action: 'deleted', ...item });
};

/** Changing the slug of something public leaves a redirect from its old address. */
export const leaveRedirect = async (change: Change, collection: Collection, tx: Tx) => {
  const { before, after, viewer } = change;
  const slugField = slugFieldOf(collection);
  if (!slugField || collection.publicPath === undefined || !after) return;
  const pathOf = (item: Change['after']) => publicPathOf(collection, String(item?.[slugField]));
  const old = pathOf(before);
  const path = pathOf(after);
  // A draft has no public address and claims none, so a redirect at its path stays.
  const moved = before !== null && old !== path && isPublic(collection, before);
  const stays = before !== null && old === path && isPublic(collection, before);
  if (!moved) {
    if (isPublic(collection, after) && !stays) await removeRedirect(tx, path, viewer);
    return;
  }
  await removeRedirect(tx, path, viewer);
  await pullChains(tx, old, path);
  const made = await tx.execute<Pick<Redirect, 'id' | 'version'>>(
    sql`insert into ${table} (from_path, to_path) values (${old}, ${path})
        on conflict (from_path) do update set to_path = excluded.to_path, updated_at = now()
        returning id, version`,
  );
  for (const row of made.rows)
    await recordRedirect(tx, viewer, { action: 'created', fromPath: old, ...row });
  noteChange(tx);
};
