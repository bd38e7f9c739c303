import { asc, eq, getTableColumns, gt, lt } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { invitations } from '#modules/auth/auth.tables.server.ts';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import { emailSchema, roleSchema } from '#modules/auth/sign-in.schema.ts';
import { findUserByEmail } from '#modules/auth/users.server.ts';
import { queueMail } from '#modules/mail/mail-queue.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { hashOf, inDays, makeSecret } from '#platform/secret.server.ts';
import { transact } from '#platform/version/transact.server.ts';

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

const newInvitation = invitationSchema
  .extend({
    link: z.string().meta({ description: 'Works once, and is shown this once' }),
    isSent: z.boolean().meta({ description: 'Whether it is sent by e-mail too' }),
  })
  .meta({ id: 'NewInvitation' });

const { tokenHash: _hash, invitedBy: _by, ...shown } = getTableColumns(invitations);

export const forgetInvitations = async (db: Executor): Promise<void> => {
  await db.delete(invitations).where(lt(invitations.expiresAt, new Date()));
};

export const mountInvitations = (api: Api, parts: AppParts) => {
  const { settings, connection } = parts;
  const { db } = connection;
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
      response: newInvitation,
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
          const link = `${settings.SITE_URL}/auth/invitation?token=${token}`;
          const isSent = await queueMail(tx, settings, {
            to: email,
            subject: `Your invitation to ${settings.site.siteName}`,
            blocks: [
              `You are invited to the content desk of ${settings.site.siteName}.`,
              `Open this link within ${DAYS} days to set a password and sign in. It works once:`,
              { link },
            ],
          });
          return { ...made, link, isSent };
        });
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
