import * as z from 'zod';
import { invalid } from '#platform/errors.ts';
import { MAX_INTEGER } from '#platform/text-rules.ts';

/** No list is longer: the rest is asked for in parts. */
export const MAX_ITEMS = 500;

export const many = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** The part of a list that is asked for; so many unless told. */
export const listPart = (usual = 50, most = 100) => ({
  limit: z.coerce.number().int().min(1).max(most).default(usual),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const ID = /^[1-9]\d{0,9}$/;

export const idParam = z.object({
  id: z
    .string()
    .regex(ID, 'Expected a positive whole number')
    .transform(Number)
    .pipe(z.int().positive().max(MAX_INTEGER))
    .meta({ type: 'integer', minimum: 1, maximum: MAX_INTEGER, pattern: undefined }),
});

/** False unless told. */
export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

/** `confirm=true` goes on where a content type would ask a person first. */
export const confirmQuery = z.object({ confirm: flag });

/** The same place of a path, where a slug does as well. */
export const keyParam = z.object({
  id: z.string().min(1).max(500).meta({ description: 'The id or the slug' }),
});

/** The id that a key of a path spells, if it is not a slug. */
export const idOfKey = (key: string): number | undefined =>
  ID.test(key) && Number(key) <= MAX_INTEGER ? Number(key) : undefined;

/** The version that the form loaded, from If-Match; without it the last write wins. */
export const versionOf = (header: string | undefined): number | undefined => {
  if (header === undefined || header === '*') return undefined;
  const match = header.match(/^(?:W\/)?"?v?(\d{1,9})"?$/);
  // A version that cannot be read matches no item.
  return match ? Number(match[1]) : 0;
};

/** Long enough for any random key, without what a header or a log would have to escape. */
export const KEY = /^[\x21-\x7e]{1,200}$/;

/** The key of a create, from Idempotency-Key; without one each request makes something new. */
export const keyOf = (header: string | undefined): string | undefined => {
  if (header === undefined || KEY.test(header)) return header;
  throw invalid({ 'Idempotency-Key': 'Use 1 to 200 visible characters without spaces' });
};
