import { deskJobs } from '#content/news/jobs/jobs.server.ts';
import { newsFeedsJob } from '#content/news/schedule.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { answerJob } from '#modules/corrections/answer.server.ts';
import { linkCheckJob } from '#modules/link-checks/run-checks.server.ts';
import { mailJob } from '#modules/mail/mail-queue.server.ts';
import { forgotPasswordJob } from '#modules/people/password-links.routes.server.ts';
import { quoteJob } from '#modules/quotes/watch-quotes.server.ts';
import { scheduleJob } from '#modules/schedule/run-schedule.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { webhookJob } from '#modules/webhooks/run-webhooks.server.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { forgetOldJob } from './forget-old.server.ts';

/** The webhooks that ask for it are notified when such a job fails for good. */
const reported = (type: JobType): JobType => ({
  ...type,
  onFailed: (tx, { name }, reason) => queueJobFailed(tx, name, reason),
});

/** Every kind of background job. */
export const jobTypesOf = (parts: AppParts): JobType[] => [
  scheduleJob(parts),
  webhookJob(parts),
  mailJob(parts.settings, parts.log),
  answerJob(parts.settings),
  forgotPasswordJob(parts.settings),
  reported(newsFeedsJob(parts)),
  reported(linkCheckJob(parts)),
  reported(quoteJob(parts)),
  reported(forgetOldJob(parts.connection.db)),
  ...deskJobs,
];
