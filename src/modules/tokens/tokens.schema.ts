import * as z from 'zod';

export const TOKEN_ROLES = ['viewer', 'editor', 'publisher'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

const DAY_MS = 86_400_000;

const aYearFromNow = () => {
  const at = new Date();
  return at.setUTCFullYear(at.getUTCFullYear() + 1);
};

/** '2027-05-31' is that whole day, by UTC, and of the last day of a year what is left of that; a time is itself. */
const endOf = (text: string): Date => {
  const at = Date.parse(text);
  if (text.length > 10 || at > aYearFromNow()) return new Date(at);
  return new Date(Math.min(at + DAY_MS, aYearFromNow()));
};

const end = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Give a day, such as 2027-05-31')
  .transform(endOf)
  .refine((at) => at.getTime() > Date.now(), 'Choose a day that is still to come')
  .refine((at) => at.getTime() <= aYearFromNow(), 'A token ends after a year at the latest');

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
