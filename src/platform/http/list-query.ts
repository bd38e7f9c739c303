import * as z from 'zod';
import { MAX_INTEGER } from '#platform/text-rules.ts';
import type { Viewer } from '#platform/viewer.ts';

const MAX_LIMIT = 1000;

/** A part of a list, as somebody asks for it. */
export interface ListQuery {
  viewer: Viewer;
  q?: string | undefined;
  category?: string[] | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  card?: boolean | undefined;
  filters?: Record<string, string[]> | undefined;
}

/** A parameter that may be given several times. */
export const many = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

export const listQuery = (filterNames: readonly string[]) =>
  z.looseObject({
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT).optional(),
    offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
    q: z.string().max(200).optional(),
    category: many.optional(),
    status: z.string().max(20).optional(),
    sort: z.string().max(50).optional(),
    view: z.string().max(20).optional(),
    ...Object.fromEntries(filterNames.map((name) => [name, many.optional()])),
  });

export const toListQuery = (
  filterNames: readonly string[],
  viewer: Viewer,
  query: z.output<ReturnType<typeof listQuery>>,
): ListQuery => ({
  viewer,
  q: query.q,
  category: query.category,
  status: query.status,
  sort: query.sort,
  limit: query.limit,
  offset: query.offset,
  card: query.view === 'card',
  filters: Object.fromEntries(
    filterNames.map((name) => [name, (query[name] as string[] | undefined) ?? []]),
  ),
});

const ID = /^[1-9]\d{0,9}$/;

export const idParam = z.object({
  id: z
    .string()
    .regex(ID, 'Expected a positive whole number')
    .transform(Number)
    .pipe(z.int().positive().max(MAX_INTEGER)),
});

export const keyParam = z.object({ key: z.string().min(1).max(500) });

/** The id that a key of a path spells, if it is not a slug. */
export const idOfKey = (key: string): number | undefined =>
  ID.test(key) && Number(key) <= MAX_INTEGER ? Number(key) : undefined;

/** The version that the form loaded, from If-Match; without it the last write wins. */
export const versionOf = (header: string | undefined): number | undefined => {
  if (header === undefined || header === '*') return undefined;
  const match = header.match(/^(?:W\/)?"?v?(\d{1,9})"?$/);
  // A version that cannot be read is nobody's current one.
  return match ? Number(match[1]) : 0;
};
