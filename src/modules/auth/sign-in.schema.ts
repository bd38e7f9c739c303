import * as z from 'zod';

/** Longer ones are refused before they cost a hash. */
export const PASSWORD_MAX = 200;
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

export const newPasswordSchema = z
  .string()
  .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password must have at most ${PASSWORD_MAX} characters`);

export const loginSchema = z.object({
  email: emailSchema,
  password: z
    .string()
    .min(1, 'Password is required')
    .max(PASSWORD_MAX, `Password must have at most ${PASSWORD_MAX} characters`),
});

export const resetSchema = z.object({
  token: z.string().min(1, 'The link is incomplete').max(100, 'The link is not valid'),
  password: newPasswordSchema,
});
