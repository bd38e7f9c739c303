import { isIP } from 'node:net';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, theOne } from '#platform/errors.ts';
import { type Api, type Env, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { hashOf } from '#platform/secret.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import {
  ACCOUNT,
  confirmPasswordSchema,
  createFinder,
  createPasswordCheck,
} from './account.routes.server.ts';
import { passkeys } from './auth.tables.server.ts';
import { originOf } from './client-address.server.ts';
import {
  claimOnce,
  createGuessLimiter,
  SIGN_IN,
  type SignInLimits,
  TOO_MANY,
} from './limits.server.ts';
import {
  newPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
} from './passkeys.schema.ts';
import { userSchema } from './public-user.ts';
import { sealFor, unsealAs } from './sealed.server.ts';
import { letIn, sessionTokenOf } from './sessions.server.ts';
import { findUserById } from './users.server.ts';

const MAX_PASSKEYS = 20;
/** Time to find a finger or a security key. */
const LIFETIME_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256: every authenticator has one of them, and their signatures fit into the body of a sign-in. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded with the first passkey: most processes never see one. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Browsers make passkeys for names alone. */
export const takesPasskeys = (siteUrl: string) => isIP(new URL(siteUrl).hostname) === 0;

const challengeSchema = z.object({ passkeyOf: z.int().nullable(), session: z.string().nullable() });

/** Who may answer a challenge: anybody who signs in, or the session that confirmed the password of the account. */
type Answerer = z.output<typeof challengeSchema>;

const ANYBODY: Answerer = { passkeyOf: null, session: null };

/** Sealed, so that unused challenges store nothing. */
const makeChallenge = (db: Executor, answerer: Answerer) => sealFor(db, answerer, LIFETIME_MS);

const createChallengeCheck =
  (db: Executor, answerer: Answerer) =>
  async (challenge: string): Promise<boolean> => {
    const sealed = Buffer.from(challenge, 'base64url').toString();
    const found = await unsealAs(db, challengeSchema, sealed);
    return found?.passkeyOf === answerer.passkeyOf && found.session === answerer.session;
  };

const clientData = z.object({ challenge: z.string() });

/** The bytes of an answered challenge: Base64 can be spelt in several ways. */
const challengeOf = (clientDataJSON: string): string => {
  const text = Buffer.from(clientDataJSON, 'base64url').toString();
  const { challenge } = clientData.parse(JSON.parse(text));
  const sealed = Buffer.from(challenge, 'base64url').toString();
  return Buffer.from(sealed, 'base64url').toString('hex');
};

/** Keys on one's own devices in place of password and second factor. */
export const mountPasskeys = (api: Api, parts: AppParts, limits: SignInLimits) => {
  const { settings, connection, makeLimiter, log } = parts;
  const { db } = connection;
  const { hostname, origin: siteOrigin } = new URL(settings.SITE_URL);
  const place = { expectedOrigin: siteOrigin, expectedRPID: hostname };
  const findUser = createFinder(parts);
  const checkPassword = createPasswordCheck(limits);
  const guess = createGuessLimiter(makeLimiter, 'passkey');
  const own = { tag: ACCOUNT, access: 'viewer', path: '/api/account/passkeys' } as const;
  const signIn = {
    method: 'post',
    tag: SIGN_IN,
    access: 'public',
    maxBody: SIGN_IN_BODY,
    failures: TOO_MANY,
  } as const;
  const answererOf = (c: Context<Env>, userId: number): Answerer => {
    const token = sessionTokenOf(c.req.raw, settings.SITE_URL);
    return { passkeyOf: userId, session: token === null ? null : hashOf(token) };
  };
  const keysOf = (userId: number) =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

  /** The id of the user whose passkey signed, once for each response. */
  const redeem = async (
    tx: Tx,
    response: z.output<typeof passkeySignInSchema>['response'],
  ): Promise<number | null> => {
    const isThis = eq(passkeys.credentialId, response.id);
    const [passkey] = await tx.select().from(passkeys).where(isThis).for('update');
    if (!passkey) return null;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...place,
      response,
      expectedChallenge: createChallengeCheck(tx, ANYBODY),
      credential: { id: passkey.credentialId, publicKey, counter: passkey.counter },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!verified || !authenticationInfo) return null;
    // Each response opens once.
    if (!(await claimOnce(tx, response.response.clientDataJSON, LIFETIME_MS))) return null;
    const used = { counter: authenticationInfo.newCounter, usedAt: sql`now()` };
    await tx.update(passkeys).set(used).where(isThis);
    return passkey.userId;
  };

  return [
    endpoint(api, {
      ...own,
      method: 'get',
      id: 'listOwnPasskeys',
      summary: 'One’s own passkeys',
      response: z.array(passkeySchema),
      handle: async ({ viewer }) => {
        const keys = await keysOf((await findUser(viewer)).id);
        return keys.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt }));
      },
    }),
    endpoint(api, {
      ...own,
      method: 'post',
      id: 'proposePasskey',
      path: '/api/account/passkeys/options',
      summary: 'What a browser needs to make a passkey; good for five minutes',
      body: confirmPasswordSchema,
      response: passkeyOptionsSchema,
      failures: { ...TOO_MANY, 409: 'There is no password here, or the site has no name' },
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        await checkPassword(c, user, body.password);
        if (!takesPasskeys(settings.SITE_URL)) {
          throw new AppError('conflict', 'Passkeys need a site with a name, not an IP address.');
        }
        const known = await keysOf(user.id);
        if (known.length >= MAX_PASSKEYS) {
          throw new AppError('conflict', `There are ${MAX_PASSKEYS} passkeys. Remove one first.`);
        }
        const { generateRegistrationOptions } = await loadLibrary();
        const options = await generateRegistrationOptions({
          rpName: settings.site.siteName,
          rpID: hostname,
          userName: user.email,
          userID: new TextEncoder().encode(String(user.id)),
          challenge: await makeChallenge(db, answererOf(c, user.id)),
          timeout: LIFETIME_MS,
          excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
          supportedAlgorithmIDs: ALGORITHMS,
          // It takes the place of password and second factor: it is found without a name, and asks for a finger or a PIN.
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        });
        return { ...options };
      },
    }),
    endpoint(api, {
      ...own,
      method: 'post',
      id: 'addPasskey',
      summary: 'Add the passkey that a browser made: one for each time the password was confirmed',
      body: newPasskeySchema,
      response: success,
      handle: async ({ c, viewer, body: { name, response } }) => {
        const { id: userId } = await findUser(viewer);
        const { verifyRegistrationResponse } = await loadLibrary();
        const { registrationInfo } = await verifyRegistrationResponse({
          ...place,
          response,
          expectedChallenge: createChallengeCheck(db, answererOf(c, userId)),
          supportedAlgorithmIDs: ALGORITHMS,
        }).catch(() => ({ registrationInfo: undefined }));
        const wrong = { response: 'This passkey could not be checked. Try again.' };
        if (!registrationInfo) throw invalid(wrong);
        const { id: credentialId, counter, ...key } = registrationInfo.credential;
        const publicKey = Buffer.from(key.publicKey).toString('base64url');
        await transact(db, async (tx) => {
          const challenge = challengeOf(response.response.clientDataJSON);
          if (!(await claimOnce(tx, challenge, LIFETIME_MS))) throw invalid(wrong);
          const values = { userId, name, credentialId, publicKey, counter };
          const { rowCount } = await tx.insert(passkeys).values(values).onConflictDoNothing();
          if (!rowCount) throw invalid(wrong);
          await recordActivity(tx, viewer, { action: 'passkey added', title: name });
        });
      },
    }),
    endpoint(api, {
      ...own,
      method: 'delete',
      id: 'removePasskey',
      path: '/api/account/passkeys/{id}',
      summary: 'Remove one of one’s own passkeys',
      params: idParam,
      response: success,
      failures: { 404: 'No such passkey' },
      handle: async ({ viewer, params }) => {
        const user = await findUser(viewer);
        const isThis = and(eq(passkeys.id, params.id), eq(passkeys.userId, user.id));
        await transact(db, async (tx) => {
          const removed = theOne(await tx.delete(passkeys).where(isThis).returning(), 'Passkey');
          await recordActivity(tx, viewer, { action: 'passkey removed', title: removed.name });
        });
      },
    }),
    endpoint(api, {
      ...signIn,
      id: 'askForPasskey',
      path: '/api/auth/passkey/options',
      summary: 'What a browser needs to sign in with a passkey; good for five minutes',
      response: passkeyOptionsSchema,
      handle: async () => {
        const { generateAuthenticationOptions } = await loadLibrary();
        const options = await generateAuthenticationOptions({
          rpID: hostname,
          challenge: await makeChallenge(db, ANYBODY),
          timeout: LIFETIME_MS,
          userVerification: 'required',
        });
        return { ...options };
      },
    }),
    endpoint(api, {
      ...signIn,
      id: 'signInWithPasskey',
      path: '/api/auth/passkey',
      summary: 'Sign in with a passkey, which counts as password and second factor',
      body: passkeySignInSchema,
      response: userSchema,
      failures: { 401: 'No passkey of this site, or one that was used already', ...TOO_MANY },
      handle: async ({ c, body }) => {
        const origin = originOf(c, settings.TRUST_PROXY);
        const enter = async (tx: Tx) => {
          const userId = await redeem(tx, body.response);
          const user = userId === null ? null : await findUserById(tx, userId);
          if (user) await letIn(c, tx, { siteUrl: settings.SITE_URL, user, origin, by: 'passkey' });
          else log.warn({ origin: origin.address, reason: 'wrong passkey' }, 'sign-in failed');
          return user;
        };
        const user = await guess(origin.address, () => transact(db, enter));
        if (!user) throw new AppError('unauthorized', 'This passkey does not open an account here');
        return userSchema.parse(user);
      },
    }),
  ];
};
