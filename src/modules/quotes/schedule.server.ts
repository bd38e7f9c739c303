import { type Clock, sharedTurns } from '#modules/link-checks/host-turns.ts';
import type { LinkParts } from '#modules/link-checks/run-checks.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { listTimedJobs, startTimedJob } from '#platform/timed-job.server.ts';
import { watchQuotes } from './watch-quotes.server.ts';

const LOOK_MS = 30_000;
const MAX_LOOKS = 480;

const isBusy = async (db: Executor): Promise<boolean> => {
  const links = (await listTimedJobs(db)).find(({ name }) => name === 'link-checks');
  if (!links) return false;
  return links.startedAt !== null || (links.nextAt !== null && links.nextAt <= new Date());
};

/** Both jobs have the same times, and two nodes do not know of each other's turns: quotes come after links. */
export const waitForLinks = async (db: Executor, clock: Pick<Clock, 'sleep'>): Promise<void> => {
  for (let looks = 0; looks < MAX_LOOKS && (await isBusy(db)); looks += 1)
    await clock.sleep(LOOK_MS);
};

/** Reads the pages of quotes again at the times of LINK_CHECK_CRON; every node may start it. */
export const startQuoteSchedule = (parts: LinkParts): { stop(): void } =>
  startTimedJob(parts, {
    name: 'quotes',
    setting: 'LINK_CHECK_CRON',
    pattern: parts.settings.LINK_CHECK_CRON,
    run: async () => {
      await waitForLinks(parts.connection.db, sharedTurns.clock);
      await watchQuotes(parts);
    },
  });
