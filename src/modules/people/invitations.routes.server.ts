import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import {
  INVITATION_DAYS,
  invite,
  listInvitations,
  withdrawInvitation,
} from '#modules/auth/invitations.server.ts';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { notFound, unauthorized } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { invitationSchema, newInvitationSchema } from './people.schema.ts';

export const PEOPLE = { name: 'People', description: 'Who may sign in, and what they may do.' };

export const mountInvitations = (api: Api, { connection: { db }, settings, log }: AppParts) => {
  const base = { tag: PEOPLE, access: 'owner' } as const;
  const sendMail = createMailer(settings, log);

  const letter = (to: string, link: string) => ({
    to,
    subject: `Your invitation to ${settings.SITE_NAME}`,
    blocks: [
      `You are invited to the content desk of ${settings.SITE_NAME}.`,
      `Open this link within ${INVITATION_DAYS} days to set a password and sign in. It works once:`,
      { link },
    ],
  });

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listInvitations',
      path: '/api/users/invitations',
      summary: 'Invitations that are open',
      response: z.array(invitationSchema),
      handle: () => listInvitations(db),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'inviteUser',
      path: '/api/users/invitations',
      summary: `Invite somebody by a one-time link, told here once, good for ${INVITATION_DAYS} days; sent too where mail is set up`,
      body: newInvitationSchema,
      response: invitationSchema
        .extend({ link: z.string(), isSent: z.boolean() })
        .meta({ id: 'NewInvitation' }),
      status: 201,
      examples: { body: { email: 'edith@example.org', role: 'editor' } },
      failures: { 409: 'There is such a user' },
      handle: async ({ viewer, body }) => {
        if (!viewer) throw unauthorized();
        const { invitation, token } = await invite(db, viewer, body);
        const link = `${settings.SITE_URL}/auth/invitation?token=${token}`;
        const isSent = await sendMail(letter(body.email, link));
        return { ...invitation, link, isSent };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'withdrawInvitation',
      path: '/api/invitations/{id}',
      summary: 'Withdraw an invitation: its link opens nothing any more',
      params: idParam,
      response: success,
      failures: { 404: 'No such invitation' },
      handle: async ({ viewer, params }) => {
        if (!(await withdrawInvitation(db, viewer, params.id))) throw notFound('Invitation');
      },
    }),
  ];
};
