import { asc, eq, getTableColumns, gt, lt } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { invitations, users } from '#modules/auth/auth.tables.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter, SIGN_IN, TOO_MANY } from '#modules/auth/limits.server.ts';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import { emailSchema, roleSchema, tokenSchema } from '#modules/auth/sign-in.schema.ts';
import { findUserByEmail } from '#modules/auth/users.server.ts';
import { queueMail } from '#modules/mail/mail-queue.server.ts';
import type { Mail } from '#modules/mail/mailer.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { conflict, notFound, orNotFound } from '#platform/errors.ts';
import { type Api, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { nameOf } from '#platform/person-name.ts';
import { hashOf, inDays, isOpenedBy, makeSecret } from '#platform/secret.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';

export const PEOPLE = { name: 'People', description: 'Who may sign in, and what they may do.' };
const DAYS = 7;

const invitationSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    role: roleSchema,
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' });

/** Besides what was made: its one-time link, shown this once, and whether it is sent by e-mail too. */
export const LINK = { link: z.string(), isSent: z.boolean() };

/** Queues an e-mail with a one-time link where mail is set up, and resolves to the link. */
export const sendLink = async (
  tx: Tx,
  settings: Settings,
  { address, ...mail }: Mail & { address: string },
) => {
  const link = `${settings.SITE_URL}${address}`;
  const blocks = [...mail.blocks, { link }];
  return { link, isSent: await queueMail(tx, settings, { ...mail, blocks }) };
};

const { tokenHash: _hash, invitedBy: _by, ...shown } = getTableColumns(invitations);
const by = { email: users.email, firstName: users.firstName, lastName: users.lastName };

export const forgetInvitations = async (db: Executor): Promise<void> => {
  await db.delete(invitations).where(lt(invitations.expiresAt, new Date()));
};

export const mountInvitations = (api: Api, parts: AppParts) => {
  const { settings, connection } = parts;
  const { db } = connection;
  const guess = createGuessLimiter(parts.makeLimiter, 'link');
  const base = { tag: PEOPLE, access: 'owner', path: '/api/users/invitations' } as const;

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listInvitations',
      summary: 'Invitations that are open',
      response: z.array(invitationSchema),
      handle: () =>
        db
          .select(shown)
          .from(invitations)
          .where(gt(invitations.expiresAt, new Date()))
          .orderBy(asc(invitations.email)),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'inviteUser',
      summary: `Invite somebody by a one-time link, shown here once, good for ${DAYS} days; sent too where mail is set up`,
      body: z.strictObject({ email: emailSchema, role: roleSchema }),
      response: invitationSchema.extend(LINK).meta({ id: 'NewInvitation' }),
      status: 201,
      examples: { body: { email: 'edith@example.org', role: 'editor' } },
      failures: { 409: 'There is such a user' },
      handle: async ({ viewer, body: { email, role } }) => {
        const token = makeSecret();
        return transact(db, async (tx) => {
          if (await findUserByEmail(tx, email))
            throw conflict('email', `There is already a user ${email}`);
          const set = { role, tokenHash: hashOf(token), invitedBy: viewer.id };
          const values = { ...set, expiresAt: inDays(DAYS) };
          const [made] = await withoutParams(
            tx
              .insert(invitations)
              .values({ ...values, email })
              // An earlier link for the same address is worth nothing from now on.
              .onConflictDoUpdate({ target: invitations.email, set: values })
              .returning(shown),
          );
          if (!made) throw new Error('The invitation was not stored');
          await recordActivity(tx, viewer, { action: 'invited', title: email, details: { role } });
          const sent = await sendLink(tx, settings, {
            address: `/auth/invitation?token=${token}`,
            to: email,
            subject: `Your invitation to ${settings.site.siteName}`,
            blocks: [
              `${nameOf(viewer)} invites you to the content desk of ${settings.site.siteName} as ${role}.`,
              `Open this link within ${DAYS} days to set a password and sign in. It works once:`,
            ],
          });
          return { ...made, ...sent };
        });
      },
    }),
    endpoint(api, {
      method: 'post',
      id: 'readInvitation',
      path: '/api/auth/invitation/read',
      tag: SIGN_IN,
      summary: 'What the link of an invitation is for: who invites whom, and as what',
      access: 'public',
      maxBody: SIGN_IN_BODY,
      body: z.strictObject({ token: tokenSchema }),
      response: z
        .object({ email: z.string(), role: roleSchema, invitedBy: z.string() })
        .meta({ id: 'ReadInvitation' }),
      failures: { 404: 'Not valid any more', ...TOO_MANY },
      handle: async ({ c, body: { token } }) => {
        const found = await guess(addressOf(c, settings.TRUST_PROXY), async () => {
          const [row] = await withoutParams(
            db
              .select({ ...shown, by })
              .from(invitations)
              .innerJoin(users, eq(users.id, invitations.invitedBy))
              .where(isOpenedBy(token, invitations)),
          );
          return row ?? null;
        });
        const { email, role, by: owner } = orNotFound(found, 'Invitation');
        return { email, role, invitedBy: nameOf(owner) };
      },
    }),
    endpoint(api, {
      ...base,
      path: '/api/invitations/{id}',
      method: 'delete',
      id: 'withdrawInvitation',
      summary: 'Withdraw an invitation: its link opens nothing any more',
      params: idParam,
      response: success,
      failures: { 404: 'No such invitation' },
      handle: ({ viewer, params }) =>
        transact(db, async (tx) => {
          const isThis = eq(invitations.id, params.id);
          const [gone] = await tx.delete(invitations).where(isThis).returning(shown);
          if (!gone) throw notFound('Invitation');
          await recordActivity(tx, viewer, { action: 'invitation withdrawn', title: gone.email });
        }),
    }),
  ];
};
