import { Cron } from 'croner';
import { startTimedJob } from '#platform/timed-job.server.ts';
import { type LinkParts, runLinkChecks } from './run-checks.server.ts';

/** When links are checked by themselves next; null where nobody asked for it. */
export const nextLinkCheck = ({ settings }: Pick<LinkParts, 'settings'>): Date | null =>
  settings.LINK_CHECK_CRON ? new Cron(settings.LINK_CHECK_CRON).nextRun() : null;

/** Checks links by itself at the times of LINK_CHECK_CRON; every node may start it. */
export const startLinkCheckSchedule = (parts: LinkParts): { stop(): void } => {
  const { LINK_CHECK_CRON: pattern } = parts.settings;
  if (!pattern) return { stop: () => undefined };
  return startTimedJob(parts, pattern, {
    key: 'link-checks',
    lock: 727_402_620,
    setting: 'LINK_CHECK_CRON',
    run: () => runLinkChecks(parts),
  });
};
