import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { enqueue } from '#platform/jobs/queue.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { type Mail, mailSchema, sayMailFailure, sendMail } from './mailer.server.ts';

const MAIL = 'mail';
/** Eight hours in all. */
const RETRY_S = [60, 300, 1800, 7200, 18_000];
const AT_ONCE = 2;

/** Queues an e-mail with the change that it is about; resolves to whether it will be sent. */
export const queueMail = async (tx: Tx, { SMTP_URL }: Settings, mail: Mail): Promise<boolean> => {
  if (!SMTP_URL || !mailSchema.safeParse(mail).success) return false;
  await withoutParams(enqueue(tx, { name: MAIL, data: mail }));
  return true;
};

/** Sends what is queued. When it has ended nothing of an e-mail is kept: it may hold a one-time link. */
export const mailJob = (settings: Settings, log: Logger): JobType => ({
  name: MAIL,
  retryInS: RETRY_S,
  atOnce: AT_ONCE,
  work: async ({ data }) => {
    try {
      await sendMail(settings, mailSchema.parse(data));
      return async () => ({ data: {} });
    } catch (cause) {
      // The mail server's own words may repeat an address or a password.
      const error = sayMailFailure(cause);
      log.warn({ reason: error }, 'an e-mail could not be sent');
      return async () => ({ error });
    }
  },
  onFailed: async (tx, { id }, reason) => {
    await tx.update(jobs).set({ data: {} }).where(eq(jobs.id, id));
    await queueJobFailed(tx, MAIL, reason);
  },
});
