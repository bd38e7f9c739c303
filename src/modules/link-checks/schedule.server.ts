import { Cron } from 'croner';
import { startTimedJob } from '#platform/timed-job.server.ts';
import { type LinkParts, runLinkChecks } from './run-checks.server.ts';

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
