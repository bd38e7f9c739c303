import { Cron } from 'croner';
import { sql } from 'drizzle-orm';
import type { AppParts } from '#platform/app.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import { createDesk, type Desk } from './desk.server.ts';
import { fetchFeeds } from './feeds/fetch-feeds.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

/** Held by the node whose timed fetch runs. */
const RUN_LOCK = 727_402_616;
const SLOT_KEY = 'news-timed-fetch';

/** Of all nodes that wake at this moment, the first to write it down has it. */
const claimSlot = async ({ db }: Pick<Desk, 'db'>, slot: Date): Promise<boolean> => {
  const value = { slot: slot.toISOString() };
  const rows = await db
    .insert(appMeta)
    .values({ key: SLOT_KEY, value })
    .onConflictDoUpdate({
      target: appMeta.key,
      set: { value },
      setWhere: sql`${appMeta.value} ->> 'slot' < ${value.slot}`,
    })
    .returning({ key: appMeta.key });
  return rows.length > 0;
};

/** Runs `work` unless another node is at it; the lock ends with the connection, come what may. */
const runAlone = async ({ connection }: Parts, work: () => Promise<unknown>): Promise<boolean> => {
  const client = await connection.pool.connect();
  let broken: Error | undefined;
  try {
    const answer = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [RUN_LOCK],
    );
    if (!answer.rows[0]?.held) return false;
    try {
      await work();
      return true;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [RUN_LOCK]);
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
};

/** One timed fetch for the whole site: true when this node did it. */
export const runTimedFetch = async (parts: Parts, desk: Desk, slot: Date): Promise<boolean> =>
  runAlone(parts, async () => {
    if (await claimSlot(desk, slot)) await fetchFeeds(desk, null);
  });

/** Fetches the feeds by itself at the times of NEWS_FETCH_CRON; every node may start it. */
export const startNewsSchedule = (parts: Parts): { stop(): void } => {
  const { settings, log } = parts;
  const pattern = settings.NEWS_FETCH_CRON;
  if (!pattern || settings.NEWS_FEED_URLS.length === 0) return { stop: () => undefined };
  const desk = createDesk(parts);
  let slot: Date | null = null;
  const run = async (cron: Cron) => {
    // The moment that the pattern names, not that of waking: it is the same on every node.
    const due = slot ?? new Date();
    slot = cron.nextRun();
    await runTimedFetch(parts, desk, due);
  };
  const options = {
    protect: true,
    unref: true,
    catch: (error: unknown) => log.error({ err: error }, 'the timed news fetch failed'),
  };
  const cron = makeCron(pattern, options, run);
  slot = cron.nextRun();
  return { stop: () => cron.stop() };
};

const makeCron = (
  pattern: string,
  options: ConstructorParameters<typeof Cron>[1],
  run: (cron: Cron) => Promise<void>,
): Cron => {
  try {
    return new Cron(pattern, options as object, run);
  } catch (cause) {
    throw new Error('Wrong setting: NEWS_FETCH_CRON is not a cron expression', { cause });
  }
};
