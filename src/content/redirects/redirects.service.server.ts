import { eq, sql } from 'drizzle-orm';
import type { Behaviour, Change } from '#kit/behaviour.server.ts';
import { type Collection, slugFieldOf, widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { announceChange, noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
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

/** Changing the slug of something public leaves a redirect from its old address. */
export const leaveRedirect = async (change: Change, collection: Collection, tx: Executor) => {
  const slugField = slugFieldOf(collection);
  if (!slugField || collection.publicPath === undefined) return;
  const pathOf = (item: Change['after']) => `${collection.publicPath}/${String(item?.[slugField])}`;
  if (!change.after) return;
  const path = pathOf(change.after);
  // An item that takes an address takes it from any redirect that stood there.
  await tx.execute(sql`delete from ${table} where from_path = ${path}`);
  if (!change.before || change.before[slugField] === change.after[slugField]) return;
  const old = pathOf(change.before);
  await pullChains(tx, old, path);
  await tx.execute(
    sql`insert into ${table} (from_path, to_path) values (${old}, ${path})
        on conflict (from_path) do update set to_path = excluded.to_path, updated_at = now()`,
  );
  await announceChange(tx, ['redirects', `redirects${old}`, `redirects${path}`]);
};
