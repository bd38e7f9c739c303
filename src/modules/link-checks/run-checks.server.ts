import { Cron } from 'croner';
import { asc, eq, lte } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { startTimedJob } from '#platform/timed-job.server.ts';
import { checkLink, type LinkCheck } from './check-link.server.ts';
import { eachHost, sharedTurns } from './host-turns.ts';
import { linkChecks } from './link-checks.tables.server.ts';
import { collectUses, dropUnused } from './link-uses.server.ts';

export type LinkParts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

/** The way out, for tests to turn. */
const WAY = { fetch: guardedFetch, turns: sharedTurns };
export type Asking = Partial<typeof WAY>;
export const wayOf = (asking: Asking) => ({ ...WAY, ...asking });

/** The limit of one run; the next one goes on where it ends. */
const LINKS_A_RUN = 2000;

/** Asks for one address now, whenever its turn would have been. */
export const checkNow = async (
  { settings, connection: { db } }: LinkParts,
  link: LinkCheck,
  asking: Asking = {},
): Promise<LinkCheck> => {
  const allowHosts = settings.FETCH_ALLOW_HOSTS;
  const change = await checkLink(link, { ...wayOf(asking), allowHosts });
  const isIt = eq(linkChecks.url, link.url);
  const [row] = await db.update(linkChecks).set(change).where(isIt).returning();
  return row ?? { ...link, ...change };
};

/** Checks due links: several hosts at once, each with a pause between requests. */
export const runLinkChecks = async (parts: LinkParts, asking: Asking = {}): Promise<number> => {
  const { db } = parts.connection;
  const { clock } = wayOf(asking).turns;
  const { registry } = parts.content;
  await collectUses(db, registry, new URL(parts.settings.SITE_URL).host);
  await dropUnused(db, registry);
  const due = await db
    .select()
    .from(linkChecks)
    .where(lte(linkChecks.nextAt, new Date(clock.now()).toISOString()))
    .orderBy(asc(linkChecks.nextAt))
    .limit(LINKS_A_RUN);
  await eachHost(due, async (links) => {
    // One that cannot be judged does not stop the others.
    for (const link of links)
      await checkNow(parts, link, asking).catch((err: unknown) =>
        parts.log.warn({ err, url: link.url }, 'a link could not be checked'),
      );
  });
  if (due.length > 0) {
    const details = { links: due.length };
    await recordActivity(db, null, { action: 'job done', title: 'Link checks', details });
  }
  return due.length;
};

/** The next scheduled link check; null without LINK_CHECK_CRON. */
export const nextLinkCheck = ({ settings }: Pick<LinkParts, 'settings'>): Date | null =>
  settings.LINK_CHECK_CRON ? new Cron(settings.LINK_CHECK_CRON).nextRun() : null;

/** Checks links by itself at the times of LINK_CHECK_CRON; every node may start it. */
export const startLinkCheckSchedule = (parts: LinkParts): { stop(): void } =>
  startTimedJob(parts, {
    name: 'link-checks',
    setting: 'LINK_CHECK_CRON',
    pattern: parts.settings.LINK_CHECK_CRON,
    run: () => runLinkChecks(parts),
  });
