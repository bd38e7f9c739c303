import * as z from 'zod';
import { completeLink, isPictureAddress, isSafeLink } from './safe-link.ts';

const SLUG = /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** Text without control characters, which neither PostgreSQL nor a reader can use. */
export const cleanText = (schema: z.ZodString = z.string()) =>
  schema.refine((value) => !CONTROL.test(value), 'Invalid input');

/** It stands in the head of e-mails and in lists. */
export const personName = z
  .string()
  .trim()
  .max(100, 'A name has at most 100 characters')
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'Write the name on one line');

interface TextRule {
  max?: number;
  required?: boolean;
  pattern?: { regex: RegExp; message: string };
}

/** Text of at most so many characters, of some where it is required, and of the form that is asked for. */
export const textRule = (label: string, rule: TextRule) => {
  const max = rule.max ?? Number.MAX_SAFE_INTEGER;
  const { pattern } = rule;
  const shaped = pattern ? z.string().regex(pattern.regex, pattern.message) : z.string();
  const limited = cleanText(shaped).max(max, `${label} must be at most ${max} characters`);
  if (!rule.required) return limited;
  return limited.refine((value) => value.trim() !== '', `${label} is required`);
};

/** A letter is required, so that a slug can never be taken for an id. */
export const slugRule = <S extends z.ZodString>(schema: S, reserved: readonly string[]) =>
  schema
    .refine(
      (value) => value.trim() === '' || SLUG.test(value),
      'Use lowercase letters, digits and single hyphens, with at least one letter',
    )
    .refine((value) => !reserved.includes(value), 'This address belongs to the site itself');

/** A picture is loaded without a click, so it is never asked for over http. */
export const linkRule = (schema: z.ZodString, isPicture = false) =>
  schema
    .overwrite(completeLink)
    .refine(
      (value) => value === '' || (isPicture ? isPictureAddress : isSafeLink)(value),
      `Invalid input: use an http${isPicture ? 's' : '(s)'} address or a path of this site`,
    );

/** A year of four digits: others cannot be read back from the database. */
export const isoDate = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'Invalid input')
  .refine((value) => /^[1-9]/.test(value), 'Invalid input');

export const MAX_INTEGER = 2_147_483_647;

export const rowId = z.int().positive().max(MAX_INTEGER);

export const wholeNumber = z.int('Expected a whole number').min(-MAX_INTEGER).max(MAX_INTEGER);
