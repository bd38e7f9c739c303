import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import type { LinkCheck } from './check-link.server.ts';
import { LINK_STATES, linkChecks, linkUses } from './link-checks.tables.server.ts';

/** Where an address stands is shown for so many items; the count tells of the others. */
const SHOWN_USES = 20;

const place = z.object({
  collection: z.string(),
  id: z.int(),
  title: z.string(),
  fields: z.array(z.string()),
});

export const linkCheckSchema = z
  .object({
    url: z.string(),
    state: z.enum(LINK_STATES),
    status: z.int().nullable(),
    reason: z.string().nullable(),
    movedTo: z.string().nullable(),
    failures: z.int(),
    failingSince: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime().nullable(),
    useCount: z.int().meta({ description: 'How many fields name it; `usedIn` shows some of them' }),
    usedIn: z.array(place),
  })
  .meta({ id: 'LinkCheck' });

export const linkQuery = z.object({
  state: z.enum(LINK_STATES).optional(),
  q: z.string().max(200).optional().meta({ description: 'A part of the address' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

type LinkQuery = z.output<typeof linkQuery>;

const conditionOf = ({ state, q }: LinkQuery) =>
  and(
    state ? eq(linkChecks.state, state) : undefined,
    q?.trim() ? mentions(linkChecks.url, q.trim(), false) : undefined,
  );

const findPlaces = async (
  db: Executor,
  registry: readonly Collection[],
  urls: readonly string[],
) => {
  const uses = await db
    .select()
    .from(linkUses)
    .where(inArray(linkUses.url, [...urls]))
    .orderBy(linkUses.collection, linkUses.itemId, linkUses.field);
  const titles = new Map<string, string>();
  for (const collection of registry) {
    const ids = uses.flatMap((use) => (use.collection === collection.name ? use.itemId : []));
    if (ids.length === 0) continue;
    const table = tableOf(collection);
    const rows = await db
      .select({ id: table.id, title: sql<string>`${columnOf(collection, collection.title)}` })
      .from(table)
      .where(inArray(table.id, [...new Set(ids)]));
    for (const { id, title } of rows) titles.set(`${collection.name}/${id}`, title);
  }
  const labelFor = (name: string, key: string) =>
    labelOf(key, registry.find((one) => one.name === name)?.fields[key]);
  return (url: string) => {
    const mine = uses.filter((use) => use.url === url);
    const places = new Map<string, z.output<typeof place>>();
    for (const { collection, itemId: id, field } of mine) {
      const key = `${collection}/${id}`;
      const place = places.get(key) ?? { collection, id, title: titles.get(key) ?? '', fields: [] };
      place.fields.push(labelFor(collection, field));
      places.set(key, place);
    }
    return { useCount: mine.length, usedIn: [...places.values()].slice(0, SHOWN_USES) };
  };
};

/** Checks with the places that name their addresses. */
export const withPlaces = async (
  db: Executor,
  registry: readonly Collection[],
  checks: readonly LinkCheck[],
): Promise<z.output<typeof linkCheckSchema>[]> => {
  const placesOf = await findPlaces(
    db,
    registry,
    checks.map(({ url }) => url),
  );
  return checks.map(({ host: _, title: __, nextAt: ___, ...check }) => ({
    ...check,
    ...placesOf(check.url),
  }));
};

/** Most urgent first; addresses in use, or about to be dropped. */
export const listLinks = async (
  db: Executor,
  registry: readonly Collection[],
  query: LinkQuery,
) => {
  const checks = await db
    .select()
    .from(linkChecks)
    .where(conditionOf(query))
    .orderBy(
      sql`array_position(${sql.param([...LINK_STATES])}::text[], ${linkChecks.state})`,
      linkChecks.url,
    )
    .limit(query.limit)
    .offset(query.offset);
  const total = await db.$count(linkChecks, conditionOf(query));
  return { total, links: await withPlaces(db, registry, checks) };
};
