import * as z from 'zod';
import { ROLES } from '#platform/roles.ts';
import { personName } from '#platform/text-rules.ts';

/** Longer ones are refused before they cost a hash. */
const PASSWORD_MAX = 200;
export const PASSWORD_MIN = 12;

const EMAIL_MESSAGE = 'Please enter a valid email address';

/**
 * The one spelling under which an address is stored, looked up and counted. The pattern comes before the lowercasing: it
 * lets ASCII through alone, so that no look-alike letter folds into another person's address.
 */
export const emailSchema = z
  .string()
  .trim()
  .max(254, EMAIL_MESSAGE)
  .regex(z.regexes.html5Email, EMAIL_MESSAGE)
  .toLowerCase();

export const roleSchema = z.enum(ROLES, 'The role is one of viewer, editor, publisher and owner');

const TOO_LONG = `Password must have at most ${PASSWORD_MAX} characters`;

/** An existing password, which may predate the current rules. */
export const passwordSchema = z.string().min(1, 'Password is required').max(PASSWORD_MAX, TOO_LONG);

export const newPasswordSchema = z
  .string()
  .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, TOO_LONG);

const nameSchema = personName.nullish().transform((text) => text || null);

/** Of a link that was sent by mail. */
export const tokenSchema = z
  .string()
  .regex(/^[\w-]{43}$/, 'This link is incomplete. Please copy all of it, or ask for a new one.');

export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  /** Of the authenticator app, or a recovery code, for accounts that ask for one. */
  code: z.string().trim().max(40, 'The code is too long').optional(),
});

export const forgotSchema = z.strictObject({ email: emailSchema });

export const resetSchema = z.object({ token: tokenSchema, password: newPasswordSchema });

export const acceptSchema = z.strictObject({
  ...resetSchema.shape,
  firstName: nameSchema,
  lastName: nameSchema,
});
