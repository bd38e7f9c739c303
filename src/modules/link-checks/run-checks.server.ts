import { asc, eq, lte } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type GuardedFetch, guardedFetch } from '#platform/guarded-fetch.server.ts';
import { checkLink, type LinkCheck } from './check-link.server.ts';
import { eachHost, type HostTurns, sharedTurns } from './host-turns.ts';
import { linkChecks } from './link-checks.tables.server.ts';
import { collectUses, dropUnused } from './link-uses.server.ts';

export type LinkParts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

export interface Asking {
  fetch?: GuardedFetch;
  turns?: HostTurns;
}

/** The limit of one run; the next one goes on where it ends. */
const LINKS_A_RUN = 2000;

const store = async (db: Executor, link: LinkCheck, change: Partial<LinkCheck>) => {
  const [row] = await db
    .update(linkChecks)
    .set(change)
    .where(eq(linkChecks.url, link.url))
    .returning();
  return row ?? { ...link, ...change };
};

/** Asks for one address now, whenever its turn would have been. */
export const checkNow = async (
  { settings, connection }: LinkParts,
  link: LinkCheck,
  { fetch = guardedFetch, turns = sharedTurns }: Asking = {},
): Promise<LinkCheck> => {
  const asking = { fetch, turns, allowHosts: settings.FETCH_ALLOW_HOSTS };
  return store(connection.db, link, await checkLink(link, asking));
};

/** The links of one host, one after another; one that cannot be judged does not stop the others. */
const checkHost = async (parts: LinkParts, links: readonly LinkCheck[], asking: Asking) => {
  for (const link of links) {
    await checkNow(parts, link, asking).catch((err: unknown) =>
      parts.log.warn({ err, url: link.url }, 'a link could not be checked'),
    );
  }
};

/** Checks due links: several hosts at once, each with a pause between requests. */
export const runLinkChecks = async (parts: LinkParts, asking: Asking = {}): Promise<number> => {
  const { db } = parts.connection;
  const { clock } = asking.turns ?? sharedTurns;
  const { registry } = parts.content;
  await collectUses(db, registry, new URL(parts.settings.SITE_URL).host);
  await dropUnused(db, registry);
  const due = await db
    .select()
    .from(linkChecks)
    .where(lte(linkChecks.nextAt, new Date(clock.now()).toISOString()))
    .orderBy(asc(linkChecks.nextAt))
    .limit(LINKS_A_RUN);
  await eachHost(due, (links) => checkHost(parts, links, asking));
  if (due.length > 0) {
    const details = { links: due.length };
    await recordActivity(db, null, { action: 'job done', title: 'Link checks', details });
  }
  return due.length;
};
