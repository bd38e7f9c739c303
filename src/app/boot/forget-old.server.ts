import { sweepActivity } from '#modules/activity/activity.routes.server.ts';
import { forgetCorrectors } from '#modules/corrections/decide.server.ts';
import { forgetInvitations } from '#modules/people/invitations.routes.server.ts';
import { forgetDone } from '#modules/schedule/schedule.server.ts';
import { forgetPresence } from '#modules/talk/inbox.routes.server.ts';
import { forgetNotices } from '#modules/talk/notices.server.ts';
import { forgetVisits } from '#modules/visits/record-visits.server.ts';
import { forgetDeliveries } from '#modules/webhooks/queue-webhooks.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { sweepKeys } from '#platform/db/idempotency.server.ts';
import type { TimedJob } from '#platform/timed-job.server.ts';
import { forgetRuns } from '#tools/finder/runs.routes.server.ts';
import { forgetVendorLinks } from '#tools/vendor-word/words.server.ts';

const SWEEPS = [
  sweepActivity,
  forgetVisits,
  forgetInvitations,
  forgetDone,
  forgetDeliveries,
  forgetRuns,
  forgetCorrectors,
  forgetVendorLinks,
  forgetNotices,
  forgetPresence,
  sweepKeys,
];

/** Deletes expired rows once a night; a table that fails does not stop the others. */
export const forgetOldJob = (db: Database): TimedJob => ({
  name: 'retention',
  pattern: '17 3 * * *',
  run: async () => {
    const ended = await Promise.allSettled(SWEEPS.map((sweep) => sweep(db)));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  },
});
