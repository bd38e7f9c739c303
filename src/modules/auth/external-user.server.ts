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

/** Whom a provider's answer lets in: existing users and the allow-list, with a verified address. */
export const admitExternalUser = async (
  db: Database,
  { claims, allowList }: { claims: Claims; allowList: readonly string[] },
): Promise<number> => {
  const email = emailSchema.safeParse(claims.email);
  if (!email.success) throw new SignInRefused('not-allowed');
  if (claims.email_verified !== true) throw new SignInRefused('not-verified');
  const profile = {
    firstName: readName(claims.given_name) ?? readName(claims.name),
    lastName: readName(claims.family_name),
    profileImageUrl: readPicture(claims.picture),
  };

  const existing = await findUserByEmail(db, email.data);
  if (existing) {
    await db
      .update(users)
      .set({
        emailVerified: true,
        profileImageUrl: sql`coalesce(${users.profileImageUrl}, ${profile.profileImageUrl})`,
      })
      .where(eq(users.id, existing.id));
    // A name that somebody chose here stays.
    await db
      .update(users)
      .set({ firstName: profile.firstName, lastName: profile.lastName })
      .where(and(eq(users.id, existing.id), isNull(users.firstName), isNull(users.lastName)));
    return existing.id;
  }

  if (!allowList.includes(email.data)) throw new SignInRefused('not-allowed');
  const user = await createUser(db, {
    ...profile,
    email: email.data,
    authProvider: 'oidc',
    emailVerified: true,
  });
  return user.id;
};
