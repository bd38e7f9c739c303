import * as z from 'zod';
import { nameSchema, newPasswordSchema, passwordSchema, tokenSchema } from './sign-in.schema.ts';

export const acceptSchema = z.strictObject({
  token: tokenSchema,
  password: newPasswordSchema,
  firstName: nameSchema,
  lastName: nameSchema,
});

export const passwordChangeSchema = z.strictObject({
  current: passwordSchema,
  password: newPasswordSchema,
});

export const codeSchema = z.strictObject({
  code: z.string().trim().min(1, 'Enter a code').max(40),
});

export const confirmPasswordSchema = z.strictObject({ password: passwordSchema });

/** Left out, it stays. */
const ownName = z.string().trim().max(100, 'A name has at most 100 characters').optional();

export const accountChangeSchema = z
  .strictObject({
    firstName: ownName,
    lastName: ownName,
    wantsDigest: z.boolean().optional().meta({
      description: 'One letter a day about what is unread in the inbox',
    }),
  })
  .meta({ id: 'AccountChange' });

export const sessionSchema = z
  .object({
    id: z.int(),
    createdAt: z.iso.datetime(),
    seenAt: z.iso.datetime(),
    address: z.string().nullable(),
    agent: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });

export const accountSchema = z
  .object({
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    wantsDigest: z.boolean(),
  })
  .meta({ id: 'Account' });
