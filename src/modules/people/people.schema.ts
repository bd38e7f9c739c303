import * as z from 'zod';
import { userSchema } from '#modules/auth/public-user.ts';
import { emailSchema, nameSchema, roleSchema } from '#modules/auth/sign-in.schema.ts';
import { ROLES } from '#platform/roles.ts';

/** A colleague; fields on account security are for owners. */
export const personSchema = userSchema
  .omit({ profileImageUrl: true })
  .extend({
    hasPassword: z.boolean().nullable(),
    hasSecondFactor: z.boolean().nullable(),
    seenAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Person' });

export const newPersonSchema = z.strictObject({
  email: emailSchema,
  role: roleSchema,
  firstName: nameSchema,
  lastName: nameSchema,
});

export const personChangeSchema = z.strictObject({
  role: roleSchema.optional(),
  firstName: z.string().trim().max(100).nullable().optional(),
  lastName: z.string().trim().max(100).nullable().optional(),
});

export const invitationSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    role: z.enum(ROLES),
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' });

export const newInvitationSchema = z.strictObject({ email: emailSchema, role: roleSchema });
