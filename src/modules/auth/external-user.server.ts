import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { users } from './auth.tables.server.ts';
import { type Claims, SignInRefused } from './oidc.server.ts';
import { emailSchema } from './sign-in.schema.ts';
import { createUser, findUserByEmail } from './users.server.ts';

const readName = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : null;

const readPicture = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 1000 && /^https:/.test(value) && isSafeLink(value)
    ? value
    : null;

interface ExternalSignIn {
  issuer: string;
  claims: Claims;
  allowList: readonly string[];
}

/** By the provider's subject; by address only until the first sign-in. */
const findExternalUser = async (
  db: Database,
  { issuer, claims }: ExternalSignIn,
  email: string,
) => {
  const isSame = and(
    eq(users.externalIssuer, issuer),
    eq(users.externalSubject, String(claims.sub)),
  );
  const [user] = await db.select().from(users).where(isSame).limit(1);
  if (user) return user;
  const named = await findUserByEmail(db, email);
  // The address belongs to another user at the provider now.
  if (named?.externalSubject) throw new SignInRefused('not-allowed', { email });
  return named;
};

/** Admits the allow-list, and users who did not come by it, with a verified address. */
export const admitExternalUser = async (db: Database, signIn: ExternalSignIn): Promise<number> => {
  const { issuer, claims, allowList } = signIn;
  const { data: email } = emailSchema.safeParse(claims.email);
  if (!email || typeof claims.sub !== 'string') {
    throw new SignInRefused('not-allowed', { email });
  }
  if (claims.email_verified !== true) throw new SignInRefused('not-verified', { email });
  const profile = {
    firstName: readName(claims.given_name) ?? readName(claims.name),
    lastName: readName(claims.family_name),
    profileImageUrl: readPicture(claims.picture),
  };
  const identity = { externalIssuer: issuer, externalSubject: claims.sub };

  const existing = await findExternalUser(db, signIn, email);
  if (existing) {
    // Also with a password: that opens the form, and the list alone opened this way.
    if (existing.admittedByList && !allowList.includes(existing.email)) {
      throw new SignInRefused('not-allowed', { email });
    }
    await db
      .update(users)
      .set({
        ...identity,
        emailVerified: true,
        profileImageUrl: sql`coalesce(${users.profileImageUrl}, ${profile.profileImageUrl})`,
      })
      .where(eq(users.id, existing.id));
    // A name set here stays.
    await db
      .update(users)
      .set({ firstName: profile.firstName, lastName: profile.lastName })
      .where(and(eq(users.id, existing.id), isNull(users.firstName), isNull(users.lastName)));
    return existing.id;
  }

  if (!allowList.includes(email)) throw new SignInRefused('not-allowed', { email });
  const user = await createUser(db, {
    ...profile,
    ...identity,
    email,
    role: 'owner',
    authProvider: 'oidc',
    emailVerified: true,
    admittedByList: true,
  });
  return user.id;
};
