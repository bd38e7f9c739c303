import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { User } from '#modules/auth/auth.tables.server.ts';
import { addressOf, networkOf } from '#modules/auth/client-address.server.ts';
import { createLimit } from '#modules/auth/limit.server.ts';
import { SIGN_IN, TOO_MANY } from '#modules/auth/limits.server.ts';
import { forgotSchema } from '#modules/auth/sign-in.schema.ts';
import { findUserByEmail, findUserById, issueResetToken } from '#modules/auth/users.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { notConfigured, orNotFound } from '#platform/errors.ts';
import { type Api, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { enqueue } from '#platform/jobs/queue.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import { LINK, PEOPLE, sendLink } from './invitations.routes.server.ts';

const FORGOT = 'forgot-password';
const HOUR = 3600;
/** From one network in an hour; an office may share one. */
const PER_NETWORK = 20;
/** For one address in an hour, known or not. */
const PER_ADDRESS = 3;

/** A link for a new password that works once, for an hour; an earlier one is worth nothing from now on. */
const sendPasswordLink = async (
  tx: Tx,
  settings: Settings,
  { email: to }: Pick<User, 'email'>,
  reason: string,
) => {
  const token = orNotFound(await issueResetToken(tx, to), 'User');
  return sendLink(tx, settings, {
    address: `/auth/reset?token=${token}`,
    to,
    subject: `Your password for ${settings.site.siteName}`,
    blocks: [reason, 'Open this link within an hour to set a password. It works once:'],
  });
};

/** Looks the address up when the response has gone, so that it says and takes the same for all. */
export const forgotPasswordJob = (settings: Settings): JobType => ({
  name: FORGOT,
  retryInS: [],
  workIn: async (tx, { id, data }) => {
    const { email } = forgotSchema.parse(data);
    const user = await findUserByEmail(tx, email);
    // Who signs in elsewhere gets no password by e-mail.
    if (user?.passwordHash) {
      const reason = `Somebody asked for a new password for your account at the content desk of ${settings.site.siteName}. If it was not you, do nothing.`;
      await sendPasswordLink(tx, settings, user, reason);
    }
    await tx.update(jobs).set({ data: {} }).where(eq(jobs.id, id));
  },
});

/** Ways back in for those who lost their password. */
export const mountPasswordLinks = (api: Api, parts: AppParts) => {
  const { settings, makeLimiter } = parts;
  const { db } = parts.connection;
  const limit = (name: string, points: number) =>
    createLimit(makeLimiter, { name: `${FORGOT}-${name}`, points, seconds: HOUR });
  const network = limit('network', PER_NETWORK);
  const account = limit('account', PER_ADDRESS);

  return [
    endpoint(api, {
      method: 'post',
      id: 'forgotPassword',
      path: '/api/auth/forgot',
      tag: SIGN_IN,
      summary:
        'Ask for a link to set a new password, by e-mail; the response is the same whether there is such a user or not',
      access: 'public',
      maxBody: SIGN_IN_BODY,
      body: forgotSchema,
      response: z.object({ received: z.literal(true) }).meta({ id: 'PasswordAsked' }),
      status: 202,
      failures: { 503: 'No e-mail is set up', ...TOO_MANY },
      handle: async ({ c, body: { email } }) => {
        if (!settings.SMTP_URL) throw notConfigured('Ask an owner of this site for a new link.');
        await network.count(networkOf(addressOf(c, settings.TRUST_PROXY)));
        await account.count(email);
        await transact(db, (tx) => enqueue(tx, { name: FORGOT, data: { email } }));
        return { received: true } as const;
      },
    }),
    endpoint(api, {
      method: 'post',
      id: 'makePasswordLink',
      path: '/api/users/{id}/password-link',
      tag: PEOPLE,
      summary:
        'A one-time link for a user to set a new password, shown here once, good for an hour; sent too where mail is set up',
      access: 'owner',
      params: idParam,
      response: z.object({ email: z.string(), ...LINK }).meta({ id: 'PasswordLink' }),
      status: 201,
      failures: { 404: 'No such user' },
      handle: async ({ viewer, params }) => {
        const user = orNotFound(await findUserById(db, params.id), 'User');
        return transact(db, async (tx) => {
          await recordActivity(tx, viewer, { action: 'password link made', title: user.email });
          const reason = `An owner of the content desk of ${settings.site.siteName} made you a link for a new password.`;
          return { email: user.email, ...(await sendPasswordLink(tx, settings, user, reason)) };
        });
      },
    }),
  ];
};
