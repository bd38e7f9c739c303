import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { LookUp, PlannedWrite } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { updateSchema } from '#kit/validators.ts';
import type { Writer } from '#kit/write.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { keyOf, readTitles } from '#modules/place.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import { AppError, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { PART_HEADERS } from '#platform/http/list-part.server.ts';
import { listPart } from '#platform/http/params.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { isOpen } from '#platform/jobs/queue.server.ts';
import { parseAs } from '#platform/problems.ts';
import { isWebAddress } from '#platform/safe-link.ts';
import { transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { replaceLink } from './find-links.ts';
import { LINK_STATES, linkChecks, linkUses } from './link-checks.tables.server.ts';
import { checkNow, LINK_CHECKS, type LinkCheck, type LinkParts } from './run-checks.server.ts';

/** Where an address stands is shown for so many items; the count tells of the others. */
const SHOWN_USES = 20;

const linkCheckSchema = z
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
    usedIn: z.array(
      z.object({
        collection: z.string(),
        id: z.int(),
        title: z.string(),
        fields: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'LinkCheck' });

const linkQuery = z.object({
  state: z.enum(LINK_STATES).optional(),
  q: z.string().max(200).optional().meta({ description: 'A part of the address' }),
  ...listPart(),
});

/** Checks with the places that name their addresses. */
const withPlaces = async (
  db: Executor,
  registry: readonly Collection[],
  checks: readonly LinkCheck[],
): Promise<z.output<typeof linkCheckSchema>[]> => {
  const urls = checks.map(({ url }) => url);
  const { collection, itemId, field } = linkUses;
  const uses = await db
    .select()
    .from(linkUses)
    .where(inArray(linkUses.url, urls))
    .orderBy(collection, itemId, field);
  const titles = await readTitles(db, registry, uses);
  return checks.map(({ host: _, title: __, nextAt: ___, ...check }) => {
    const mine = uses.filter(({ url }) => url === check.url);
    const items = Map.groupBy(mine, keyOf).entries().take(SHOWN_USES);
    const usedIn = items.flatMap(([key, ofItem]) =>
      ofItem.slice(0, 1).map(({ collection: name, itemId: id }) => {
        const { fields } = registry.find((one) => one.name === name) ?? {};
        const labels = ofItem.map((use) => labelOf(use.field, fields?.[use.field]));
        return { collection: name, id, title: titles.get(key) ?? '', fields: labels };
      }),
    );
    return { ...check, useCount: mine.length, usedIn: [...usedIn] };
  });
};

/** An address that stands in more places is no single mistake. */
const MAX_PLACES = 1000;

/** Puts another address in all places of one, each with its history, or nowhere. */
const replaceAddress = async (
  { connection: { db }, content }: Pick<AppParts, 'connection' | 'content'>,
  viewer: Viewer,
  change: { from: string; to: string },
): Promise<number> => {
  const places = await db
    .selectDistinct({ collection: linkUses.collection, id: linkUses.itemId })
    .from(linkUses)
    .where(eq(linkUses.url, change.from))
    .orderBy(linkUses.collection, linkUses.itemId)
    .limit(MAX_PLACES + 1);
  if (places.length > MAX_PLACES) {
    throw new AppError('conflict', `This address stands in more than ${MAX_PLACES} items`);
  }
  const planned: (PlannedWrite & { id: number; writer: Writer; lookUp: LookUp })[] = [];
  for (const { collection: name, id } of places) {
    const { collection, reader, writer, lookUp } = content.partsOf(name);
    const item = await reader.byId(viewer, id);
    if (!item) continue;
    const draft = parseAs(updateSchema(collection), replaceLink(collection, item, change));
    planned.push({ collection, id, version: item.version, draft, writer, lookUp });
  }
  const lookedUp = await planned[0]?.lookUp(viewer, planned);
  await transact(db, async (tx) => {
    for (const { writer, draft, ...at } of planned)
      await writer.update(tx, viewer, at, draft, { lookedUp });
  });
  return places.length;
};

const address = z.string().min(1).max(1000);
const outside = address.refine(isWebAddress, 'Give an http(s) address');

const findCheck = async (db: Executor, url: string) =>
  theOne(await db.select().from(linkChecks).where(eq(linkChecks.url, url)), 'Link');

/** External addresses in the content, with their check state. */
export const mountLinkChecks = (api: Api, parts: LinkParts) => {
  const { db } = parts.connection;
  const { registry } = parts.content;
  const read = { tag: PANEL, access: 'viewer' } as const;
  const write = { tag: PANEL, access: 'editor' } as const;

  return [
    endpoint(api, {
      ...read,
      method: 'get',
      id: 'listLinkChecks',
      path: '/api/link-checks',
      summary: 'Addresses outside that content names, those that need somebody first',
      query: linkQuery,
      headers: PART_HEADERS,
      response: z.array(linkCheckSchema),
      handle: async ({ c, query: { state, q = '', limit, offset } }) => {
        const isAsked = and(
          state && eq(linkChecks.state, state),
          q.trim() ? mentions(linkChecks.url, q.trim(), false) : undefined,
        );
        const urgency = sql`array_position(${sql.param([...LINK_STATES])}::text[], ${linkChecks.state})`;
        const checks = await db
          .select()
          .from(linkChecks)
          .where(isAsked)
          .orderBy(urgency, linkChecks.url)
          .limit(limit)
          .offset(offset);
        c.header('X-Total-Count', String(await db.$count(linkChecks, isAsked)));
        return withPlaces(db, registry, checks);
      },
    }),
    endpoint(api, {
      ...read,
      method: 'get',
      id: 'getLinkCheckSchedule',
      path: '/api/link-checks/schedule',
      summary: 'When links are checked by themselves next',
      response: z
        .object({ nextAt: z.iso.datetime().nullable().meta({ description: 'null: never' }) })
        .meta({ id: 'LinkCheckSchedule' }),
      handle: async () => {
        const isNext = and(eq(jobs.name, LINK_CHECKS), isOpen);
        const [next] = await db.select().from(jobs).where(isNext);
        return { nextAt: next?.runAt.toISOString() ?? null };
      },
    }),
    endpoint(api, {
      ...write,
      method: 'post',
      id: 'checkLink',
      path: '/api/link-checks/check',
      summary: 'Ask for one of the addresses now',
      body: z.object({ url: address }).meta({ id: 'LinkToCheck' }),
      response: linkCheckSchema,
      failures: { 404: 'No content names it' },
      handle: async ({ body, viewer }) => {
        const checked = await checkNow(parts, await findCheck(db, body.url));
        await recordActivity(db, viewer, { action: 'link checked', title: checked.url });
        return theOne(await withPlaces(db, registry, [checked]), 'Link');
      },
    }),
    endpoint(api, {
      ...write,
      method: 'post',
      id: 'replaceLink',
      path: '/api/link-checks/replace',
      summary: 'Put another address in all places of one, with history',
      body: z.object({ url: address, to: outside }).meta({ id: 'LinkToReplace' }),
      response: z.object({ changed: z.int() }).meta({ id: 'ReplacedLink' }),
      failures: { 404: 'No content names it', 409: 'In too many places', 412: 'Changed meanwhile' },
      handle: async ({ body, viewer }) => {
        const { url: from } = await findCheck(db, body.url);
        return { changed: await replaceAddress(parts, viewer, { from, to: body.to }) };
      },
    }),
  ];
};
