import { asc, eq, max, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { sessionSchema } from '#modules/auth/account.routes.server.ts';
import { sessions, users } from '#modules/auth/auth.tables.server.ts';
import { userSchema } from '#modules/auth/public-user.ts';
import { dropSecondFactor } from '#modules/auth/second-factor.server.ts';
import { closeSessionsOf, listSessions, sessionTokenOf } from '#modules/auth/sessions.server.ts';
import { roleSchema } from '#modules/auth/sign-in.schema.ts';
import { changeRole, findUserById, removeUser } from '#modules/auth/users.server.ts';
import { AppError, orNotFound, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { hasRole } from '#platform/roles.ts';
import { transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { mountInvitations, PEOPLE } from './invitations.routes.server.ts';
import { mountPasswordLinks } from './password-links.routes.server.ts';

const NOT_THERE = { 404: 'No such user' } as const;
const OWN_SECOND_FACTOR =
  'Switch your own second factor off under Account, by a code of the app or a recovery code (POST /api/account/totp/off)';

/** A colleague; fields on account security are for owners. */
const personSchema = userSchema
  .omit({ profileImageUrl: true })
  .extend({
    hasPassword: z.boolean().nullable(),
    hasSecondFactor: z.boolean().nullable(),
    seenAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Person' });

export const mountUsers = (api: Api, parts: AppParts) => {
  const { connection, settings } = parts;
  const { db } = connection;
  const all = { tag: PEOPLE, access: 'owner', path: '/api/users' } as const;
  const one = {
    ...all,
    path: '/api/users/{id}',
    params: idParam,
    failures: { ...NOT_THERE, 409: 'The last owner stays' },
  } as const;
  const guards = {
    ...all,
    path: '/api/users/{id}/sessions',
    params: idParam,
    failures: NOT_THERE,
  } as const;

  const requireUser = async (id: number) => orNotFound(await findUserById(db, id), 'User');

  /** All users, or one of them; their account security is for owners. */
  const listPeople = async (viewer: Viewer, id?: number) => {
    const people = await db
      .select({
        id: users.id,
        email: users.email,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
        createdAt: users.createdAt,
        security: {
          hasPassword: sql<boolean>`${users.passwordHash} is not null`,
          hasSecondFactor: sql<boolean>`${users.totpConfirmedAt} is not null`,
          seenAt: max(sessions.seenAt),
        },
      })
      .from(users)
      .leftJoin(sessions, eq(sessions.userId, users.id))
      .where(id === undefined ? undefined : eq(users.id, id))
      .groupBy(users.id)
      .orderBy(asc(users.email));
    const hidden = { hasPassword: null, hasSecondFactor: null, seenAt: null };
    return people.map(({ security, ...person }) => ({
      ...person,
      ...(hasRole(viewer, 'owner') ? security : hidden),
    }));
  };

  const findPerson = async (viewer: Viewer, id: number) =>
    theOne(await listPeople(viewer, id), 'User');

  return [
    // These come first, so that none of their paths is taken for a user's number.
    ...mountInvitations(api, parts),
    ...mountPasswordLinks(api, parts),
    endpoint(api, {
      ...all,
      access: 'viewer',
      method: 'get',
      id: 'listUsers',
      summary: 'Everybody who may sign in; how their accounts are guarded is shown to owners',
      response: z.array(personSchema),
      handle: ({ viewer }) => listPeople(viewer),
    }),
    endpoint(api, {
      ...one,
      method: 'patch',
      id: 'changeUser',
      summary:
        'Change the role or the name of a user; another role ends their sessions, and who calls takes over what a former publisher scheduled',
      body: z.strictObject({ role: roleSchema }),
      response: personSchema,
      handle: async ({ viewer, params, body }) => {
        await changeRole(db, viewer, params.id, body.role);
        return findPerson(viewer, params.id);
      },
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'removeUser',
      summary:
        'Remove a user and end their sessions; what they wrote stays, and who calls takes over what they scheduled',
      response: success,
      handle: async ({ viewer, params }) => {
        await removeUser(db, viewer, params.id);
      },
    }),
    endpoint(api, {
      ...guards,
      method: 'get',
      id: 'listUserSessions',
      summary: 'Where a user is signed in',
      response: z.array(sessionSchema),
      handle: async ({ c, params }) => {
        const { id } = await requireUser(params.id);
        return listSessions(db, id, sessionTokenOf(c.req.raw, settings.SITE_URL));
      },
    }),
    endpoint(api, {
      ...guards,
      method: 'delete',
      id: 'endUserSessions',
      summary: 'Sign a user out everywhere',
      response: success,
      handle: async ({ viewer, params }) => {
        const { id, email } = await requireUser(params.id);
        await transact(db, async (tx) => {
          await closeSessionsOf(tx, id);
          await recordActivity(tx, viewer, { action: 'sessions ended', title: email });
        });
      },
    }),
    endpoint(api, {
      ...guards,
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
        if (id === viewer.id) throw new AppError('conflict', OWN_SECOND_FACTOR);
        await transact(db, async (tx) => {
          await dropSecondFactor(tx, id);
          await closeSessionsOf(tx, id);
          await recordActivity(tx, viewer, { action: 'two-factor off', title: email });
        });
      },
    }),
  ];
};
