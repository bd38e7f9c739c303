import * as z from 'zod';

export const TOKEN_ROLES = ['viewer', 'editor', 'publisher'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

const DAY_MS = 86_400_000;
/** A year, with the rest of its last day. */
const MAX_MS = 366 * DAY_MS;

/** '2027-05-31' is that whole day, by UTC; a time is itself. */
const end = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Give a day, such as 2027-05-31')
  .transform((text) => new Date(Date.parse(text) + (text.length === 10 ? DAY_MS : 0)))
  .refine((at) => at.getTime() > Date.now(), 'Choose a day that is still to come')
  .refine((at) => at.getTime() <= Date.now() + MAX_MS, 'A token ends after a year at the latest');

export const newTokenSchema = (types: readonly string[]) =>
  z
    .strictObject({
      name: z.string().trim().min(1, 'Give the token a name').max(60),
      role: z.enum(TOKEN_ROLES),
      types: z
        .array(z.enum(types))
        .min(1, 'Choose a content type, or all')
        .nullable()
        .meta({ description: 'The content types that it is for; null for all' }),
      expiresAt: end.meta({ description: 'Its last day, or the moment of its end' }),
    })
    .meta({ id: 'NewToken' });

export const tokenSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    role: z.enum(TOKEN_ROLES),
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
