import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Executor } from '#platform/db/database.server.ts';
import { passkeys, rateLimits } from './auth.tables.server.ts';
import type { newPasskeySchema } from './passkeys.schema.ts';
import { readSealingKey, seal, unseal } from './sealed.server.ts';
import type { User } from './users.server.ts';

/** Time to find a finger or a security key. */
const LIFETIME_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256: every authenticator has one of them, and their signatures fit into the body of a sign-in. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded with the first passkey: most processes never see one. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Browsers make passkeys for names alone. */
export const takesPasskeys = (siteUrl: string) => isIP(new URL(siteUrl).hostname) === 0;

const placeOf = (siteUrl: string) => {
  const { hostname, origin } = new URL(siteUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

const challengeSchema = z.object({ passkeyOf: z.int().nullable() });

/** Sealed, so that unused challenges store nothing; it names the user that may add a key. */
const makeChallenge = async (db: Executor, userId: number | null) =>
  seal(await readSealingKey(db), { passkeyOf: userId }, LIFETIME_MS);

const createChallengeCheck =
  (db: Executor, userId: number | null) =>
  async (challenge: string): Promise<boolean> => {
    const sealed = Buffer.from(challenge, 'base64url').toString();
    const { data } = challengeSchema.safeParse(unseal(await readSealingKey(db), sealed));
    return data?.passkeyOf === userId;
  };

/** Each response opens once: its challenge is kept for as long as it would be good. */
const spend = async (tx: Executor, clientDataJSON: string): Promise<boolean> => {
  const digest = createHash('sha256').update(clientDataJSON).digest('base64url');
  const used = await tx
    .insert(rateLimits)
    .values({ key: `passkey-used:${digest}`, expire: Date.now() + LIFETIME_MS })
    .onConflictDoNothing()
    .returning();
  return used.length > 0;
};

export const listPasskeys = (db: Executor, userId: number) =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id));

export const proposePasskey = async (
  db: Executor,
  user: User,
  { siteUrl, siteName }: { siteUrl: string; siteName: string },
) => {
  const { generateRegistrationOptions } = await loadLibrary();
  const known = await db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id));
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: placeOf(siteUrl).expectedRPID,
    userName: user.email,
    userID: new TextEncoder().encode(String(user.id)),
    challenge: await makeChallenge(db, user.id),
    timeout: LIFETIME_MS,
    excludeCredentials: known,
    supportedAlgorithmIDs: ALGORITHMS,
    // It stands for password and second factor: it is found without a name, and asks for a finger or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
};

/** Whether the response of an authenticator was added to the account. */
export const addPasskey = async (
  tx: Executor,
  user: Pick<User, 'id'>,
  { response, name, siteUrl }: z.output<typeof newPasskeySchema> & { siteUrl: string },
): Promise<boolean> => {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...placeOf(siteUrl),
    response,
    expectedChallenge: createChallengeCheck(tx, user.id),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return false;
  const { id, publicKey, counter } = registrationInfo.credential;
  const added = await tx
    .insert(passkeys)
    .values({
      userId: user.id,
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
};

export const removePasskey = async (tx: Executor, userId: number, id: number) => {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name });
  return removed;
};

export const askForPasskey = async (db: Executor, siteUrl: string) => {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: placeOf(siteUrl).expectedRPID,
    challenge: await makeChallenge(db, null),
    timeout: LIFETIME_MS,
    userVerification: 'required',
  });
};

/** The id of the user whose passkey signed, once for each response. */
export const redeemPasskey = async (
  tx: Executor,
  response: AuthenticationResponseJSON,
  siteUrl: string,
): Promise<number | null> => {
  const [passkey] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, response.id))
    .for('update');
  if (!passkey) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...placeOf(siteUrl),
    response,
    expectedChallenge: createChallengeCheck(tx, null),
    credential: { id: passkey.credentialId, publicKey, counter: passkey.counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return null;
  if (!(await spend(tx, response.response.clientDataJSON))) return null;
  await tx
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: sql`now()` })
    .where(eq(passkeys.id, passkey.id));
  return passkey.userId;
};
