import * as z from 'zod';
import { MAX_ITEMS, many } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';

const listShape = {
  limit: z.coerce.number().int().min(1).max(MAX_ITEMS).optional(),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: 10_000_000 }),
  q: z.string().max(200).optional().meta({ description: 'Words to search for' }),
  category: many.optional().meta({ description: 'Categories; any of them' }),
  status: z
    .string()
    .max(20)
    .optional()
    .meta({ description: 'To editors: a status, `all`, or `visible` for what readers see now' }),
  sort: z
    .string()
    .max(50)
    .optional()
    .meta({ description: 'A field; with `-` in descending order' }),
  view: z.string().max(20).optional().meta({ description: '`card` returns what a card shows' }),
};

export interface ListQuery extends z.output<z.ZodObject<typeof listShape>> {
  viewer: Viewer;
  /** Items that the words mean although they do not have them, the best first. */
  found?: readonly number[] | undefined;
  filters?: Record<string, string[]> | undefined;
}

export type ListInput<Filter extends PropertyKey> = z.input<z.ZodObject<typeof listShape>> & {
  [Key in Filter]?: z.input<typeof many>;
};

/** `filters` are the parameters that a content type adds, each with its description. */
export const listQuery = (filters: Record<string, { description: string }>) =>
  z.object({
    ...listShape,
    ...Object.fromEntries(
      Object.entries(filters).map(([name, { description }]) => [
        name,
        many.optional().meta({ description }),
      ]),
    ),
  });

export const toListQuery = (
  filters: object,
  viewer: Viewer,
  query: z.output<ReturnType<typeof listQuery>> & Record<string, unknown>,
): ListQuery => ({
  ...query,
  viewer,
  filters: Object.fromEntries(
    Object.keys(filters).map((name) => [name, [query[name] ?? []].flat().map(String)]),
  ),
});
