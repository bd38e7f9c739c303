import { and, count, desc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import { vendorWords } from '#content/shared/vendor-word/vendor-word.tables.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { AI_NOT_CONFIGURED, createAi } from '#modules/ai/ai.server.ts';
import { announceChange, transact } from '#platform/changes.server.ts';
import { type Database, violatedConstraint } from '#platform/db/database.server.ts';
import { AppError, notConfigured, notFound, orNotFound, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  newRunSchema,
  pageTextSchema,
  runListSchema,
  runSchema,
  vendorKey,
} from './finder.schema.ts';
import { evidencePages, evidenceRuns, proposals } from './finder.tables.server.ts';
import { type Dropped, isDropReason } from './finder-states.ts';
import { FINDER_KEY } from './run-finder.server.ts';
import { MAX_PAGES } from './site-pages.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

const SHOWN_RUNS = 10;
/** Runs wait for each other: a longer queue is no one's to read. */
const MAX_OPEN = 20;

const isOpen = inArray(evidenceRuns.state, ['waiting', 'running']);

export const findVendor = async (
  { content }: Pick<Parts, 'content'>,
  viewer: Viewer,
  key: string,
) => orNotFound(await content.partsOf(vendors).reader.byKey(viewer, key), vendors.label.one);

const KEPT_DAYS = 180;

/** Pages are other people's texts: they go with their run, and with them what was refused. */
export const forgetRuns = (db: Database) =>
  db
    .delete(evidenceRuns)
    .where(lt(evidenceRuns.finishedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));

/** Pages that a vendor names as its documentation are read, once an editor has shown its word. */
const listNamed = async (db: Database, vendorId: number): Promise<string[]> => {
  const url = vendorWords.documentedAt;
  const read = db
    .select({ url: evidencePages.url })
    .from(evidencePages)
    .innerJoin(evidenceRuns, eq(evidenceRuns.id, evidencePages.runId))
    .where(eq(evidenceRuns.vendorId, vendorId));
  const isNamed = and(
    eq(vendorWords.vendorId, vendorId),
    eq(vendorWords.state, 'shown'),
    ne(url, ''),
  );
  const rows = await db
    .selectDistinct({ url })
    .from(vendorWords)
    .where(and(isNamed, notInArray(url, read)))
    .limit(MAX_PAGES);
  return rows.flatMap((row) => row.url ?? []);
};

/** Runs with their pages, what they brought, and what was dropped. */
export const readRuns = async (
  { connection: { db }, settings }: Parts,
  where: ReturnType<typeof and>,
) => {
  const { AI_PRICE_IN: priceIn, AI_PRICE_OUT: priceOut } = settings;
  const runs = await db
    .select()
    .from(evidenceRuns)
    .where(where)
    .orderBy(desc(evidenceRuns.id))
    .limit(SHOWN_RUNS);
  const ids = runs.map(({ id }) => id);
  const { id, runId, url, state, reason, title, dropped } = evidencePages;
  const pages = await db
    .select({ id, runId, url, state, reason, title, dropped })
    .from(evidencePages)
    .where(inArray(runId, ids))
    .orderBy(evidencePages.place);
  const counts = await db
    .select({ runId, state: proposals.state, n: count() })
    .from(proposals)
    .innerJoin(evidencePages, eq(evidencePages.id, proposals.pageId))
    .where(inArray(runId, ids))
    .groupBy(runId, proposals.state);
  return runs.map(({ urls: _, isPlanned: __, beatAt: ___, holder: ____, ...run }) => {
    const own = pages.filter((page) => page.runId === run.id);
    const found = { open: 0, accepted: 0, refused: 0 };
    for (const one of counts) if (one.runId === run.id) found[one.state] = one.n;
    const droppedInAll: Dropped = {};
    for (const [reason, n] of own.flatMap((page) => Object.entries(page.dropped)))
      if (isDropReason(reason)) droppedInAll[reason] = (droppedInAll[reason] ?? 0) + n;
    return {
      ...run,
      cost:
        priceIn === undefined || priceOut === undefined
          ? null
          : (run.inputTokens * priceIn + run.outputTokens * priceOut) / 1_000_000,
      pages: own.map(({ runId: _run, dropped: _dropped, ...page }) => page),
      proposals: found,
      dropped: droppedInAll,
    };
  });
};

const FINDER = {
  name: 'Finder',
  description:
    'Evidence that an AI service proposes of a vendor: each with words of the page, checked by code, and decided by a person.',
};

export const FINDER_CALL = { tag: FINDER, access: 'editor' } as const;

/** Looking for evidence with the AI service. */
export const mountRuns = (api: Api, parts: AppParts) => {
  const { db } = parts.connection;
  const ai = createAi(parts.settings, parts.log);

  const read = async (id: number) => theOne(await readRuns(parts, eq(evidenceRuns.id, id)), 'Run');

  return [
    endpoint(api, {
      ...FINDER_CALL,
      method: 'post',
      id: 'startEvidenceRun',
      path: '/api/evidence-runs',
      summary: 'Look for evidence of a vendor on pages, beside other work',
      body: newRunSchema,
      response: runSchema,
      status: 201,
      examples: { body: { vendor: 'addepar', urls: ['https://addepar.com/security'] } },
      failures: {
        404: 'No such vendor',
        409: 'Evidence of this vendor is being looked for already',
        429: 'Too many runs are waiting',
        503: 'No AI service is set up',
      },
      handle: async ({ body: { vendor: key, urls }, viewer }) => {
        if (!ai.isConfigured) throw notConfigured(AI_NOT_CONFIGURED);
        const vendor = await findVendor(parts, viewer, key);
        if ((await db.$count(evidenceRuns, isOpen)) >= MAX_OPEN)
          throw new AppError('too-many', 'Too many runs are waiting. Please try again later.', {
            headers: { 'Retry-After': '600' },
          });
        try {
          const id = await transact(db, async (tx) => {
            const [run] = await tx
              .insert(evidenceRuns)
              .values({
                vendorId: vendor.id,
                urls: [...new Set(urls)],
                model: ai.model,
                startedBy: viewer.email,
              })
              .returning({ id: evidenceRuns.id });
            await announceChange(tx, [FINDER_KEY]);
            return run?.id ?? 0;
          });
          return read(id);
        } catch (error) {
          if (!violatedConstraint(error)) throw error;
          throw new AppError('conflict', 'Evidence of this vendor is being looked for already');
        }
      },
    }),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'get',
      id: 'getEvidenceRuns',
      path: '/api/evidence-runs',
      summary: 'The last runs of a vendor, with their pages, costs and refusals',
      query: z.object({ vendor: vendorKey }),
      response: runListSchema,
      failures: { 404: 'No such vendor' },
      handle: async ({ query: { vendor: key }, viewer }) => {
        const vendor = await findVendor(parts, viewer, key);
        return {
          notSetUp: ai.isConfigured ? null : AI_NOT_CONFIGURED,
          named: await listNamed(db, vendor.id),
          runs: await readRuns(parts, eq(evidenceRuns.vendorId, vendor.id)),
        };
      },
    }),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'get',
      id: 'getEvidenceRun',
      path: '/api/evidence-runs/{id}',
      summary: 'How far a run is',
      params: idParam,
      response: runSchema,
      failures: { 404: 'No such run' },
      handle: ({ params }) => read(params.id),
    }),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'post',
      id: 'stopEvidenceRun',
      path: '/api/evidence-runs/{id}/stop',
      summary: 'Stop a run; what it proposed so far stays',
      params: idParam,
      response: runSchema,
      failures: { 404: 'No such run', 409: 'It has ended already' },
      // Proposals that were found so far stay.
      handle: async ({ params: { id } }) => {
        const stopped = await db
          .update(evidenceRuns)
          .set({ state: 'stopped', finishedAt: new Date().toISOString(), beatAt: null })
          .where(and(eq(evidenceRuns.id, id), isOpen))
          .returning({ id: evidenceRuns.id });
        const run = await read(id);
        if (stopped.length === 0) throw new AppError('conflict', 'This run has ended already');
        return run;
      },
    }),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'get',
      id: 'getEvidencePage',
      path: '/api/evidence-pages/{id}',
      summary: 'The text of a page as the run read it',
      params: idParam,
      response: pageTextSchema,
      failures: { 404: 'No such page, or it was not read' },
      handle: async ({ params: { id } }) => {
        const { url, title, text } = evidencePages;
        const [page] = await db
          .select({ id: evidencePages.id, url, title, text })
          .from(evidencePages)
          .where(eq(evidencePages.id, id));
        if (!page || page.text === null) throw notFound('Page');
        return { ...page, text: page.text };
      },
    }),
  ];
};
