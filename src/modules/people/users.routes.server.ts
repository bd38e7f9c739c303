import { asc, eq, max, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { sessionSchema } from '#modules/auth/account.schema.ts';
import { sessions, users } from '#modules/auth/auth.tables.server.ts';
import { sessionTokenOf } from '#modules/auth/authenticate.server.ts';
import { changeUser, removeUser } from '#modules/auth/owners.server.ts';
import { dropSecondFactor } from '#modules/auth/second-factor.server.ts';
import { closeSessionsOf, listSessions } from '#modules/auth/sessions.server.ts';
import { createUser, findUserById, issueResetToken } from '#modules/auth/users.server.ts';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { SCHEDULED_CHOICES } from '#modules/schedule/scheduled-by.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { hasRole } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';
import { mountInvitations, PEOPLE } from './invitations.routes.server.ts';
import { newPersonSchema, personChangeSchema, personSchema } from './people.schema.ts';

const NOT_THERE = { 404: 'No such user' } as const;
const LAST_OWNER = {
  ...NOT_THERE,
  409: 'The last owner stays; or `scheduled` lists what waits for its time, and the call has to say what becomes of it',
} as const;

const OWN_SECOND_FACTOR =
  'Switch your own second factor off under Account, by a code of the app or a recovery code (POST /api/account/totp/off)';

const scheduledQuery = z.object({
  scheduled: z.enum(SCHEDULED_CHOICES).optional().meta({
    description: 'What they scheduled is taken over by whoever calls, or left to fail at its time',
  }),
});

const people = (db: Executor) =>
  db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasSecondFactor: sql<boolean>`${users.totpConfirmedAt} is not null`,
      seenAt: max(sessions.seenAt),
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.id)
    .orderBy(asc(users.email));

/** All users; their account security is for owners. */
const listPeople = async (db: Executor, viewer: Viewer) => {
  const isOwner = hasRole(viewer, 'owner');
  return (await people(db)).map(({ hasPassword, hasSecondFactor, seenAt, ...person }) => ({
    ...person,
    hasPassword: isOwner ? hasPassword : null,
    hasSecondFactor: isOwner ? hasSecondFactor : null,
    seenAt: isOwner ? seenAt : null,
  }));
};

const findPerson = async (db: Executor, viewer: Viewer, id: number) => {
  const person = (await listPeople(db, viewer)).find((one) => one.id === id);
  if (!person) throw notFound('User');
  return person;
};

const mountUserCalls = (api: Api, { connection: { db }, settings, log }: AppParts) => {
  const sendMail = createMailer(settings, log);
  const base = { tag: PEOPLE, access: 'owner' } as const;
  const one = { ...base, path: '/api/users/{id}', params: idParam } as const;

  return [
    endpoint(api, {
      ...base,
      access: 'viewer',
      method: 'get',
      id: 'listUsers',
      path: '/api/users',
      summary: 'Everybody who may sign in; how their accounts are guarded is told to owners',
      response: z.array(personSchema),
      handle: ({ viewer }) => listPeople(db, viewer),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'createUser',
      path: '/api/users',
      summary:
        'Add a user; the response holds a one-time link to set the password, good for an hour; sent too where mail is set up',
      body: newPersonSchema,
      response: personSchema
        .extend({ link: z.string(), isSent: z.boolean() })
        .meta({ id: 'NewPerson' }),
      status: 201,
      examples: { body: { email: 'edith@example.org', role: 'editor', firstName: 'Edith' } },
      failures: { 409: 'There is such a user' },
      handle: async ({ viewer, body }) => {
        const { id, token } = await db.transaction(async (tx) => {
          const user = await createUser(tx, { ...body, authProvider: 'password' });
          const details = { role: body.role };
          await recordActivity(tx, viewer, { action: 'user created', title: body.email, details });
          return { id: user.id, token: await issueResetToken(tx, body.email) };
        });
        const link = `${settings.SITE_URL}/auth/reset?token=${token}`;
        const isSent = await sendMail({
          to: body.email,
          subject: `Your password for ${settings.SITE_NAME}`,
          blocks: [
            `There is a user with your address at the content desk of ${settings.SITE_NAME}.`,
            'Open this link within an hour to set a password and sign in. It works once:',
            { link },
          ],
        });
        return { ...(await findPerson(db, viewer, id)), link, isSent };
      },
    }),
    endpoint(api, {
      ...one,
      method: 'patch',
      id: 'changeUser',
      summary: 'Change the role or the name of a user; another role ends their sessions',
      query: scheduledQuery,
      body: personChangeSchema,
      response: personSchema,
      failures: LAST_OWNER,
      handle: async ({ viewer, params, query, body }) => {
        await changeUser(db, viewer, params.id, { ...body, ...query });
        return findPerson(db, viewer, params.id);
      },
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'removeUser',
      summary: 'Remove a user and end their sessions; what they wrote stays',
      query: scheduledQuery,
      response: success,
      failures: LAST_OWNER,
      handle: async ({ viewer, params, query }) => {
        await removeUser(db, viewer, params.id, query);
      },
    }),
  ];
};

const mountGuards = (api: Api, { connection: { db }, settings }: AppParts) => {
  const base = { tag: PEOPLE, access: 'owner', params: idParam, failures: NOT_THERE } as const;

  const requireUser = async (id: number) => {
    const user = await findUserById(db, id);
    if (!user) throw notFound('User');
    return user;
  };

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listUserSessions',
      path: '/api/users/{id}/sessions',
      summary: 'Where a user is signed in',
      response: z.array(sessionSchema),
      handle: async ({ c, params }) => {
        const { id } = await requireUser(params.id);
        return listSessions(db, id, sessionTokenOf(c.req.raw, settings.SITE_URL));
      },
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'endUserSessions',
      path: '/api/users/{id}/sessions',
      summary: 'Sign a user out everywhere',
      response: success,
      handle: async ({ viewer, params }) => {
        const { id, email } = await requireUser(params.id);
        await db.transaction(async (tx) => {
          await closeSessionsOf(tx, id);
          await recordActivity(tx, viewer, { action: 'sessions ended', title: email });
        });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'dropUserSecondFactor',
      path: '/api/users/{id}/totp',
      summary:
        'Switch the second factor of a user off, who lost the app and the recovery codes; their sessions end',
      response: success,
      failures: { ...NOT_THERE, 409: 'One’s own is switched off by a code' },
      handle: async ({ viewer, params }) => {
        const { id, email } = await requireUser(params.id);
        // A session alone is not enough: the code proves that its owner is present.
        if (id === viewer?.id) throw new AppError('conflict', OWN_SECOND_FACTOR);
        await db.transaction(async (tx) => {
          await dropSecondFactor(tx, id);
          await closeSessionsOf(tx, id);
          await recordActivity(tx, viewer, { action: 'two-factor off', title: email });
        });
      },
    }),
  ];
};

/** The invitations come first, so that none of their paths is taken for a user's number. */
export const mountUsers = (api: Api, parts: AppParts) => [
  ...mountInvitations(api, parts),
  ...mountUserCalls(api, parts),
  ...mountGuards(api, parts),
];
