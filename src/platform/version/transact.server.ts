import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { learnVersion } from './site-version.server.ts';
import { changedPaths, siteVersions } from './site-version.tables.server.ts';

declare const isOfTransact: unique symbol;

/** A transaction of `transact`: only in one of these does a write reach the readers. */
export type Tx = Executor & { readonly [isOfTransact]: true };

interface SiteChange {
  /** Something was withdrawn or moved, so that no page from before may be sent. */
  isHard?: boolean;
  /** Addresses that show another thing at once. */
  paths?: readonly string[];
}

interface Noted {
  isHard: boolean;
  paths: Set<string>;
}

const notes = new WeakMap<Tx, Noted>();

/** Notes that readers see something else from this transaction on. */
export const noteChange = (tx: Tx, { isHard = false, paths = [] }: SiteChange = {}) => {
  const noted = notes.get(tx) ?? { isHard: false, paths: new Set() };
  noted.isHard ||= isHard;
  for (const path of paths) noted.paths.add(path);
  notes.set(tx, noted);
};

/** No page is sent for longer after a change, so that older rows say nothing. */
const KEPT = sql`interval '15 minutes'`;

/** The last statements of their transaction: from here on other writers wait for the commit. */
const countUp = async (tx: Tx, { isHard, paths }: Noted) => {
  const { any, hard } = siteVersions;
  const [next] = await tx
    .update(siteVersions)
    .set({ any: sql`${any} + 1`, hard: sql`${hard} + ${isHard ? 1 : 0}` })
    .returning({ any, hard });
  if (!next) throw new Error('The row of the version of the site is missing');
  if (paths.size > 0) {
    await tx.delete(changedPaths).where(sql`${changedPaths.changedAt} < now() - ${KEPT}`);
    await tx.execute(sql`insert into ${changedPaths} (path, "any")
      select path, ${next.any} from unnest(${sql.param([...paths])}::text[]) as changed (path)
      on conflict (path) do update set "any" = excluded."any", changed_at = now()`);
  }
  return { ...next, paths: [...paths] };
};

/**
 * The way to write: this process knows of the change before the response leaves. What `work` needs from outside is read
 * before it begins.
 */
export const transact = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const { result, next } = await db.transaction(async (inner) => {
    const tx = inner as Executor as Tx;
    const value = await work(tx);
    const noted = notes.get(tx);
    return { result: value, next: noted && (await countUp(tx, noted)) };
  });
  if (next) learnVersion(next);
  return result;
};
