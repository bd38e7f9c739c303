import * as z from 'zod';
import type { PageUser } from '#platform/server/renderer.ts';
import { roleSchema } from './sign-in.schema.ts';

/** All fields of a user that any response carries, even to that user; others are cut off. */
export const userSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    role: roleSchema,
    firstName: z.string().nullable().default(null),
    lastName: z.string().nullable().default(null),
    profileImageUrl: z.string().nullable().default(null),
  })
  .meta({ id: 'User' }) satisfies z.ZodType<PageUser>;

export const signInOptionsSchema = z
  .object({
    externalProvider: z.object({ name: z.string() }).nullable(),
    /** Not where the site has an IP address for a name. */
    passkeys: z.boolean(),
    /** Whether a forgotten password is helped by e-mail. */
    sendsPasswords: z.boolean(),
  })
  .meta({ id: 'SignInOptions' });
