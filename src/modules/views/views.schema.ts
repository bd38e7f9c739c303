import * as z from 'zod';

const part = (max: number) => z.string().max(max).optional();

/** The parts of a list's address, by which it is narrowed, ordered and shown. */
export const viewSearch = z.strictObject({
  q: part(200),
  status: part(20),
  source: part(500),
  feed: part(2000),
  sort: part(50),
  filter: part(2000),
  columns: part(1000),
});

export const newView = z.strictObject({
  name: z.string().trim().min(1).max(80),
  isShared: z.boolean().default(false),
  search: viewSearch,
});

export const viewSchema = z
  .object({
    id: z.int(),
    collection: z.string(),
    name: z.string(),
    isShared: z.boolean(),
    isMine: z.boolean(),
    madeBy: z.string().nullable(),
    search: viewSearch,
  })
  .meta({ id: 'ListView', description: 'A list as somebody has shaped it' });
