import type { Context } from 'hono';
import * as z from 'zod';
import { stringifySearch } from '#platform/stringify-search.ts';
import { MAX_ITEMS } from './params.ts';

interface Part {
  limit?: number | undefined;
  offset?: number | undefined;
}

interface ListSource<T, Query> {
  list(query: Query): Promise<T[]>;
  count(query: Query): Promise<number>;
}

/** For the document: what `readPart` says besides the items. */
export const PART_HEADERS = z.object({
  'X-Total-Count': z.int().meta({ description: 'How many items there are in all parts' }),
  Link: z
    .string()
    .optional()
    .meta({ description: 'The address of the next part, `rel="next"`, when there is one' }),
});

export const partSchema = (item: z.ZodType) => z.array(item).max(MAX_ITEMS);

/** The part of a list that is asked for, never more than 500 items; headers tell of the others. */
export const readPart = async <T, Query extends Part>(
  c: Context,
  { list, count }: ListSource<T, Query>,
  asked: Query & { declared: Record<string, unknown> },
): Promise<T[]> => {
  const { limit = MAX_ITEMS, offset = 0, declared } = asked;
  const items = await list({ ...asked, limit });
  // A part that is neither full nor behind the end is the last one.
  const isLast = items.length < limit && (items.length > 0 || offset === 0);
  const total = isLast ? offset + items.length : await count(asked);
  c.header('X-Total-Count', String(total));
  if (offset + limit < total) {
    const next = stringifySearch({ ...declared, limit, offset: offset + limit });
    c.header('Link', `<${c.req.path}${next}>; rel="next"`);
  }
  return items;
};
