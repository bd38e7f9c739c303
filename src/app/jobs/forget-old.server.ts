import { REWRITE } from '#content/news/jobs/jobs.server.ts';
import { sweepActivity } from '#modules/activity/activity.routes.server.ts';
import { forgetCorrectors } from '#modules/corrections/decide.server.ts';
import { forgetInvitations } from '#modules/people/invitations.routes.server.ts';
import { forgetNotices } from '#modules/talk/notices.server.ts';
import { forgetDeliveries } from '#modules/webhooks/queue-webhooks.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { sweepKeys } from '#platform/db/idempotency.server.ts';
import { forgetJobs } from '#platform/jobs/queue.server.ts';
import { timedJob } from '#platform/jobs/timed.server.ts';

/** A rewritten text is measured against the source of its last rewrite, however old that is. */
const forgetEndedJobs = (db: Database) => forgetJobs(db, [REWRITE]);

const SWEEPS = [
  sweepActivity,
  forgetInvitations,
  forgetDeliveries,
  forgetCorrectors,
  forgetNotices,
  forgetEndedJobs,
  sweepKeys,
];

/** Deletes expired rows; a table that fails does not stop the others. */
export const forgetOld = async (db: Database): Promise<void> => {
  const ended = await Promise.allSettled(SWEEPS.map((sweep) => sweep(db)));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
};

export const forgetOldJob = (db: Database) =>
  timedJob({
    name: 'retention',
    pattern: '17 3 * * *',
    run: () => forgetOld(db),
  });
