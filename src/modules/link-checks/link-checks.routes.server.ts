import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { recordActivity } from '#modules/activity/record.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { PART_HEADERS } from '#platform/http/list-part.server.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { linkChecks } from './link-checks.tables.server.ts';
import { linkCheckSchema, linkQuery, listLinks, withPlaces } from './list-checks.server.ts';
import { replaceAddress } from './replace-address.server.ts';
import { checkNow, type LinkParts, nextLinkCheck } from './run-checks.server.ts';

const address = z.string().min(1).max(1000);
const outside = address.refine(
  (value) => /^https?:\/\//i.test(value) && isSafeLink(value),
  'Give an http(s) address',
);

const findCheck = async (db: Executor, url: string) => {
  const [link] = await db.select().from(linkChecks).where(eq(linkChecks.url, url));
  if (!link) throw notFound('Link');
  return link;
};

/** External addresses in the content, with their check state. */
export const mountLinkChecks = (api: Api, parts: LinkParts) => {
  const { db } = parts.connection;
  const { registry } = parts.content;
  const read = { tag: PANEL, access: 'viewer' } as const;
  const write = { tag: PANEL, access: 'editor' } as const;

  const listLinkChecksCall = endpoint(api, {
    ...read,
    method: 'get',
    id: 'listLinkChecks',
    path: '/api/link-checks',
    summary: 'Addresses outside that content names, those that need somebody first',
    query: linkQuery,
    headers: PART_HEADERS,
    response: z.array(linkCheckSchema),
    handle: async ({ c, query }) => {
      const { total, links } = await listLinks(db, registry, query);
      c.header('X-Total-Count', String(total));
      return links;
    },
  });

  const readScheduleCall = endpoint(api, {
    ...read,
    method: 'get',
    id: 'getLinkCheckSchedule',
    path: '/api/link-checks/schedule',
    summary: 'When links are checked by themselves next',
    response: z
      .object({ nextAt: z.iso.datetime().nullable().meta({ description: 'null: never' }) })
      .meta({ id: 'LinkCheckSchedule' }),
    handle: () => ({ nextAt: nextLinkCheck(parts)?.toISOString() ?? null }),
  });

  const checkLinkCall = endpoint(api, {
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
      const [shown] = await withPlaces(db, registry, [checked]);
      if (!shown) throw notFound('Link');
      return shown;
    },
  });

  const replaceLinkCall = endpoint(api, {
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
  });

  return [listLinkChecksCall, readScheduleCall, checkLinkCall, replaceLinkCall];
};
