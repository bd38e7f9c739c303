import { and, desc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { success } from '#kit/responses.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { searchEntries } from '#modules/search/search.tables.server.ts';
import { transact } from '#platform/changes.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { PART_HEADERS } from '#platform/http/list-part.server.ts';
import { listPart } from '#platform/http/params.ts';
import { missingPages, missingProbes } from './visits.tables.server.ts';

/** Below this two words have nothing to do with each other. */
const MIN_LIKENESS = 0.35;

const wordOf = (path: string) => path.toLowerCase().split('/').filter(Boolean).at(-1) ?? '';

const partsOf = (word: string): Set<string> => {
  const padded = `  ${word} `;
  const parts = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) parts.add(padded.slice(at, at + 3));
  return parts;
};

/** Finds the path whose last part is spelled most like that of another: by the groups of three letters that both have. */
export const createNearestPath = (paths: readonly string[]) => {
  const candidates = paths.map((path) => ({ path, size: partsOf(wordOf(path)).size }));
  const places = new Map<string, number[]>();
  for (const [at, path] of paths.entries()) {
    for (const part of partsOf(wordOf(path))) {
      const list = places.get(part);
      if (list) list.push(at);
      else places.set(part, [at]);
    }
  }

  return (missing: string): string | null => {
    const sought = partsOf(wordOf(missing));
    const shared = new Map<number, number>();
    for (const part of sought) {
      for (const at of places.get(part) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    const [, first = ''] = missing.split('/');
    let best: { path: string; likeness: number } | null = null;
    for (const [at, count] of shared) {
      const { path = '', size = 0 } = candidates[at] ?? {};
      const isNear = path.startsWith(`/${first}/`) ? 0.05 : 0;
      const isLonger = Math.abs(path.length - missing.length) / 1000;
      const likeness = (2 * count) / (size + sought.size) + isNear - isLonger;
      if (likeness > (best?.likeness ?? MIN_LIKENESS)) best = { path, likeness };
    }
    return best?.path ?? null;
  };
};

const listQuery = z.object({
  q: z.string().max(200).optional().meta({ description: 'A part of the path' }),
  ...listPart(),
});

const missingPage = z
  .object({
    path: z.string(),
    hits: z.int(),
    lastAt: z.iso.datetime(),
    referrerHost: z.string().nullable(),
    nearest: z.string().nullable().meta({ description: 'A page that is spelled alike' }),
  })
  .meta({ id: 'MissingPage' });

const headers = PART_HEADERS.extend({
  'X-Probe-Count': z.int().meta({ description: 'How often robots tried their luck in 90 days' }),
});

/** Paths that visitors did not find, until a redirect covers them. */
export const mountMissingPages = (
  api: Api,
  { connection: { db } }: Pick<AppParts, 'connection'>,
  redirects: Collection,
) => {
  const base = { tag: PANEL, path: '/api/missing-pages' } as const;
  const fromPath = columnOf(redirects, 'fromPath');
  const leadsNowhere = sql`not exists (select 1 from ${tableOf(redirects)} where ${fromPath} = ${missingPages.path})`;

  const countProbes = async () => {
    const sum = sql<number>`coalesce(sum(${missingProbes.hits}), 0)::int`;
    const [row] = await db.select({ sum }).from(missingProbes);
    return row?.sum ?? 0;
  };

  return [
    endpoint(api, {
      ...base,
      access: 'viewer',
      method: 'get',
      id: 'listMissingPages',
      summary: 'Addresses that visitors asked for in vain, the most wanted first',
      query: listQuery,
      headers,
      response: z.array(missingPage),
      handle: async ({ c, query }) => {
        const { q } = query;
        const isWanted = and(leadsNowhere, q ? mentions(missingPages.path, q, false) : undefined);
        const rows = await db
          .select()
          .from(missingPages)
          .where(isWanted)
          .orderBy(desc(missingPages.hits), desc(missingPages.lastAt))
          .limit(query.limit)
          .offset(query.offset);
        c.header('X-Total-Count', String(await db.$count(missingPages, isWanted)));
        c.header('X-Probe-Count', String(await countProbes()));
        if (rows.length === 0) return [];
        const open = await db.select({ path: searchEntries.path }).from(searchEntries);
        const findNearest = createNearestPath(open.map(({ path }) => path));
        return rows.map((row) => ({ ...row, nearest: findNearest(row.path) }));
      },
    }),
    endpoint(api, {
      ...base,
      access: 'editor',
      method: 'delete',
      id: 'dismissMissingPage',
      summary: 'Forget an address; it comes back when somebody asks for it again',
      query: z.object({ path: z.string().min(1).max(500) }),
      response: success,
      handle: async ({ query: { path }, viewer }) => {
        await transact(db, async (tx) => {
          const gone = await tx.delete(missingPages).where(eq(missingPages.path, path)).returning();
          if (gone.length > 0)
            await recordActivity(tx, viewer, { action: 'dismissed', title: path });
        });
      },
    }),
  ];
};
