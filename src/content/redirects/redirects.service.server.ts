import { eq, sql } from 'drizzle-orm';
import type { Behaviour, Change, Viewer } from '#kit/behaviour.server.ts';
import { type Collection, slugFieldOf, widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { announceChange, noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { keepRevision } from '#platform/db/revisions.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { invalid } from '#platform/errors.ts';
import { type Redirect, redirects } from './redirects.collection.ts';

const table = tableOf(widen(redirects));
const columns = columnsOf(table);

const targetOf = async (db: Executor, fromPath: string): Promise<string | null> => {
  const [row] = await db
    .select()
    .from(table)
    .where(eq(columns.fromPath as never, fromPath))
    .limit(1);
  return row ? String((row as Record<string, unknown>).toPath) : null;
};

/** Where a path leads now, or null when it leads nowhere. */
export const findRedirect = async (db: Executor, fromPath: string): Promise<string | null> => {
  noteRead('redirects', `redirects${fromPath}`);
  return targetOf(db, fromPath);
};

/** Follows what is stored already, so that no visitor is ever sent along a chain. */
const flatten = async (db: Executor, fromPath: string, toPath: string): Promise<string> => {
  let target = toPath;
  for (let step = 0; step < 10; step += 1) {
    if (target === fromPath) throw invalid({ toPath: 'This redirect would lead back to itself' });
    const next = await targetOf(db, target);
    if (next === null) return target;
    target = next;
  }
  throw invalid({ toPath: 'This redirect would lead in a circle' });
};

const pullChains = async (tx: Executor, fromPath: string, toPath: string) => {
  await tx.execute(
    sql`update ${table} set to_path = ${toPath} where to_path = ${fromPath} and from_path <> ${toPath}`,
  );
};

export const redirectBehaviour: Behaviour<Redirect> = {
  prepare: async (draft, { before, tx }) => {
    // Two redirects made at once could each close the other's circle.
    await tx.execute(sql`lock table ${table} in share row exclusive mode`);
    const fromPath = draft.fromPath ?? before?.fromPath ?? '';
    if (!fromPath.startsWith('/'))
      throw invalid({ fromPath: 'Give a path of this site, such as /old-name' });
    const toPath = await flatten(tx, fromPath, draft.toPath ?? before?.toPath ?? '');
    return { ...draft, toPath };
  },
  after: async (change, tx) => {
    const redirect = change.after as Redirect | null;
    if (redirect) await pullChains(tx, redirect.fromPath, redirect.toPath);
  },
};

/** A redirect gives way to an item, and can be brought back from the trash. */
const removeRedirect = async (tx: Executor, fromPath: string, viewer: Viewer) => {
  const [row] = await tx
    .delete(table)
    .where(eq(columns.fromPath as never, fromPath))
    .returning();
  if (!row) return;
  await keepRevision(tx, { collection: redirects, action: 'delete', item: toItem(row), viewer });
  await announceChange(tx, ['redirects', `redirects${fromPath}`]);
};

const isPublic = (collection: Collection, item: Change['after']) =>
  !collection.visible || item?.[collection.visible.field] === collection.visible.is;

/** Changing the slug of something public leaves a redirect from its old address. */
export const leaveRedirect = async (change: Change, collection: Collection, tx: Executor) => {
  const { before, after, viewer } = change;
  const slugField = slugFieldOf(collection);
  if (!slugField || collection.publicPath === undefined || !after) return;
  const pathOf = (item: Change['after']) => `${collection.publicPath}/${String(item?.[slugField])}`;
  const [old, path] = [pathOf(before), pathOf(after)];
  // A draft was never anybody's address, and takes none: what leads elsewhere goes on doing so.
  const moved = before !== null && old !== path && isPublic(collection, before);
  if (moved || isPublic(collection, after)) await removeRedirect(tx, path, viewer);
  if (!moved) return;
  await pullChains(tx, old, path);
  await tx.execute(
    sql`insert into ${table} (from_path, to_path) values (${old}, ${path})
        on conflict (from_path) do update set to_path = excluded.to_path, updated_at = now()`,
  );
  await announceChange(tx, ['redirects', `redirects${old}`, `redirects${path}`]);
};
