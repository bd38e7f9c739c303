import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createSecretLookup } from '#modules/auth/authenticate.server.ts';
import { consume } from '#modules/auth/limit.server.ts';
import { noteUse, withoutParams } from '#modules/auth/quiet.server.ts';
import { ADMISSION, isOut } from '#modules/auth/sessions.server.ts';
import { AppError, conflict, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { hashOf, isOpenedBy, makeSecret } from '#platform/secret.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import { bearerOf, TOKEN_NAME, type Viewer } from '#platform/viewer.ts';
import { apiTokens } from './tokens.table.server.ts';

/** People and secret scanners know it by this. */
const TOKEN_PREFIX = 'fos_';

const TOKENS = {
  name: 'Tokens',
  description: 'How programs work with the desk: `Authorization: Bearer` with a token of an owner.',
};
const DAY_MS = 86_400_000;

const role = z.enum(['viewer', 'editor', 'publisher']);

const aYearFromNow = () => {
  const at = new Date();
  return at.setUTCFullYear(at.getUTCFullYear() + 1);
};

/** '2027-05-31' is that whole day, by UTC, and of the last day of a year what is left of that; a time is itself. */
const endOf = (text: string): Date => {
  const at = Date.parse(text);
  if (text.length > 10 || at > aYearFromNow()) return new Date(at);
  return new Date(Math.min(at + DAY_MS, aYearFromNow()));
};

const end = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Give a day, such as 2027-05-31')
  .transform(endOf)
  .refine((at) => at.getTime() > Date.now(), 'Choose a day that is still to come')
  .refine((at) => at.getTime() <= aYearFromNow(), 'A token ends after a year at the latest');

const newTokenSchema = (types: readonly string[]) =>
  z
    .strictObject({
      name: z.string().trim().min(1, 'Give the token a name').max(60),
      role,
      types: z
        .array(z.enum(types))
        .min(1, 'Choose a content type, or all')
        .nullable()
        .meta({ description: 'The content types that it is for; null for all' }),
      expiresAt: end.meta({ description: 'Its last day, or the moment of its end' }),
    })
    .meta({ id: 'NewToken' });

const tokenSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    role,
    types: z.array(z.string()).nullable(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    usedAt: z.iso.datetime().nullable(),
    isActive: z
      .boolean()
      .meta({ description: 'Neither ended, nor made by somebody who is no longer an owner' }),
  })
  .meta({ id: 'Token' });

const { tokenHash: _hash, createdBy: _by, ...shown } = getTableColumns(apiTokens);

/** Tokens for programs: made, seen and revoked by owners. */
export const mountTokens = (api: Api, { connection: { db }, content, settings }: AppParts) => {
  const base = { tag: TOKENS, access: 'owner', path: '/api/tokens' } as const;

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listTokens',
      summary: 'All tokens by name, with their last use; never the tokens themselves',
      response: z.array(tokenSchema),
      handle: async () => {
        const rows = await db
          .select({ token: shown, maker: { ...ADMISSION, role: users.role } })
          .from(apiTokens)
          .innerJoin(users, eq(apiTokens.createdBy, users.id))
          .orderBy(asc(apiTokens.name));
        return rows.map(({ token, maker }) => ({
          ...token,
          createdBy: maker.email,
          isActive:
            maker.role === 'owner' &&
            !isOut(maker, { allowList: settings.ADMIN_EMAILS }) &&
            token.expiresAt.getTime() > Date.now(),
        }));
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'makeToken',
      summary: 'Make a token for a program; the response is the only one that ever holds it',
      body: newTokenSchema(content.registry.map(({ name }) => name)),
      response: tokenSchema.extend({ token: z.string() }).meta({ id: 'MadeToken' }),
      status: 201,
      failures: { 409: 'There is a token of this name' },
      handle: ({ viewer, body }) =>
        transact(db, async (tx) => {
          const token = `${TOKEN_PREFIX}${makeSecret()}`;
          const values = { ...body, tokenHash: hashOf(token), createdBy: viewer.id };
          const made = tx.insert(apiTokens).values(values).onConflictDoNothing().returning(shown);
          const [row] = await withoutParams(made);
          if (!row) throw conflict('name', 'There is a token of this name');
          const { name: title, role, types } = row;
          const until = row.expiresAt.toISOString().slice(0, 10);
          const details = { role, types: types ?? 'all', until };
          await recordActivity(tx, viewer, { action: 'token made', title, details });
          return { ...row, createdBy: viewer.email, isActive: true, token };
        }),
    }),
    endpoint(api, {
      ...base,
      path: '/api/tokens/{id}',
      method: 'delete',
      id: 'revokeToken',
      summary: 'Revoke a token; its next call is refused, on every node',
      params: idParam,
      response: success,
      failures: { 404: 'No such token' },
      // Every node reads the table for each request: it is over with the commit.
      handle: ({ viewer, params }) =>
        transact(db, async (tx) => {
          const isThis = eq(apiTokens.id, params.id);
          const gone = theOne(await tx.delete(apiTokens).where(isThis).returning(), 'Token');
          await recordActivity(tx, viewer, { action: 'token revoked', title: gone.name });
        }),
    }),
  ];
};

const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
/** Of one token, on all nodes together. */
const CALLS = { name: 'token', points: 600, seconds: 60 };
/** Its use is written down this seldom, so that reading does not become writing. */
const USED_MS = 60_000;

const refused = () =>
  new AppError(
    'unauthorized',
    'This token is wrong, has ended or was revoked. An owner of the site can make another.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );

const createFind =
  ({ connection: { db }, settings, content }: AppParts) =>
  async (secret: string): Promise<Viewer> => {
    const found = db
      .select({ token: shown, maker: ADMISSION })
      .from(apiTokens)
      .innerJoin(users, and(eq(apiTokens.createdBy, users.id), eq(users.role, 'owner')))
      .where(isOpenedBy(secret, apiTokens));
    const [row] = await withoutParams(found);
    if (!row || isOut(row.maker, { allowList: settings.ADMIN_EMAILS })) return null;
    const { id, name, role, usedAt } = row.token;
    const types = row.token.types ?? content.registry.map((collection) => collection.name);
    const now = new Date();
    if (!usedAt || usedAt.getTime() < now.getTime() - USED_MS)
      await noteUse(db.update(apiTokens).set({ usedAt: now }).where(eq(apiTokens.id, id)));
    return { id: -id, email: `${TOKEN_NAME}${name}`, role, token: { types } };
  };

/** The caller of the API: a token decides alone, and a wrong one is nobody; else the session's user. */
export const createTokenCheck = (parts: AppParts): AppParts['authenticate'] => {
  const lookUp = createSecretLookup(createFind(parts));
  const limiter = parts.makeLimiter(CALLS, {
    inMemoryBlockOnConsumed: CALLS.points + 1,
    // Reading goes on where nothing can be written.
    insuranceLimiter: new RateLimiterMemory({ points: CALLS.points, duration: CALLS.seconds }),
  });
  return async (request) => {
    const token = bearerOf(request.headers.get('authorization'));
    if (token === undefined) return parts.authenticate(request);
    const viewer = TOKEN.test(token) ? await lookUp(token) : null;
    if (!viewer) throw refused();
    await consume(limiter, String(viewer.id));
    return viewer;
  };
};
