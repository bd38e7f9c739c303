import { randomUUID } from 'node:crypto';
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Ai, createAi } from '#modules/ai/ai.server.ts';
import type { AiBounds, AiUsage } from '#modules/ai/ai-call.server.ts';
import { type HostTurns, sharedTurns } from '#modules/link-checks/host-turns.ts';
import { openReading } from '#modules/quotes/polite-fetch.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { beat, isHeld, keepHeld } from '#platform/db/lease.server.ts';
import { AppError } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { LONGEST_WAIT_MS, startWokenJob } from '#platform/woken-job.server.ts';
import { evidencePages, evidenceRuns, proposals } from './finder.tables.server.ts';
import { isOwnPage, openSearch, searchPage } from './search-page.server.ts';
import { listSitePages, readPage } from './site-pages.server.ts';

type FinderParts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

interface FinderOptions {
  turns?: HostTurns;
  bounds?: AiBounds;
  /** The process is about to stop. */
  signal?: AbortSignal;
}

export const FINDER_KEY = 'evidence-runs';

/** About fifteen thousand tokens; the rest of a longer page is not read. */
const MAX_SENT = 60_000;
/** A page that ends its process is not tried for ever. */
const MAX_TRIES = 2;
const CUT_OFF = 'The server stopped twice while it was at this page';
/** So many pages in a row without a response: the service is away. */
const MAX_FAILURES = 2;

type Run = typeof evidenceRuns.$inferSelect;
type Page = typeof evidencePages.$inferSelect;
/** The outcome of a page, as it is written; `found` of a page that is done. */
type Outcome = Partial<Page> & { found?: Awaited<ReturnType<typeof searchPage>> };

/** The run was stopped, or belongs to another node by now. */
class RunEnded extends Error {
  override name = 'RunEnded';
}

/** The next run that no node is at; of all nodes one gets it. */
const claimRun = async (db: Database): Promise<Run | undefined> => {
  const isOpen = inArray(evidenceRuns.state, ['waiting', 'running']);
  const next = db
    .select({ id: evidenceRuns.id })
    .from(evidenceRuns)
    .where(and(isOpen, not(isHeld(evidenceRuns.beatAt))))
    .orderBy(evidenceRuns.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [run] = await db
    .update(evidenceRuns)
    .set({ state: 'running', beatAt: beat, holder: randomUUID() })
    .where(eq(evidenceRuns.id, next))
    .returning();
  return run;
};

/** One node's hold of a run: whatever it writes is written only while the hold lasts. */
const holdRun = (db: Database, run: Run) => {
  const isRun = eq(evidenceRuns.id, run.id);
  const isOurs = and(
    isRun,
    eq(evidenceRuns.holder, run.holder ?? ''),
    eq(evidenceRuns.state, 'running'),
  );
  const change = async (tx: Executor, values: PgUpdateSetSource<typeof evidenceRuns>) => {
    const rows = await tx.update(evidenceRuns).set(values).where(isOurs).returning();
    if (rows.length === 0) throw new RunEnded();
  };
  const keep = () => change(db, { beatAt: beat });

  return {
    /** Throws where the run is to go on no longer. */
    keep,
    /** The cost of a call counts even where the run was stopped meanwhile. */
    count: async ({ inputTokens, outputTokens }: AiUsage) => {
      const { calls, inputTokens: read, outputTokens: written } = evidenceRuns;
      const used = {
        calls: sql`${calls} + 1`,
        inputTokens: sql`${read} + ${inputTokens}`,
        outputTokens: sql`${written} + ${outputTokens}`,
      };
      await db.update(evidenceRuns).set(used).where(isRun);
    },
    /** Writes a step: all of it, or nothing where the hold is over. */
    write: (work: (tx: Executor) => Promise<unknown>) =>
      transact(db, async (tx) => {
        await change(tx, { beatAt: beat });
        await work(tx);
      }),
    /** The next page that is not done; one that was begun before is done again. */
    takePage: async (): Promise<Page | undefined> => {
      await keep();
      const next = db
        .select({ id: evidencePages.id })
        .from(evidencePages)
        .where(
          and(
            eq(evidencePages.runId, run.id),
            inArray(evidencePages.state, ['waiting', 'reading']),
          ),
        )
        .orderBy(evidencePages.place)
        .limit(1);
      const [page] = await db
        .update(evidencePages)
        .set({ state: 'reading', tries: sql`${evidencePages.tries} + 1` })
        .where(eq(evidencePages.id, next))
        .returning();
      return page;
    },
    finish: (failure: string | null) =>
      transact(db, async (tx) => {
        const state = failure === null ? 'done' : 'failed';
        await change(tx, { state, failure, finishedAt: sql`now()`, beatAt: null });
        const about = { collection: 'vendors', itemId: run.vendorId };
        if (failure !== null) await queueJobFailed(tx, 'find evidence', failure, about);
      }),
    /** The process stops in good order: another one may go on at once, and the page has lost no try. */
    handOver: () =>
      transact(db, async (tx) => {
        await change(tx, { beatAt: null, holder: null });
        await tx
          .update(evidencePages)
          .set({ state: 'waiting', tries: sql`${evidencePages.tries} - 1` })
          .where(and(eq(evidencePages.runId, run.id), eq(evidencePages.state, 'reading')));
      }).catch(() => undefined),
    release: keepHeld(keep),
  };
};

/** Does a run page by page; resolves to why it failed, if it did. */
const doPages = async (
  parts: FinderParts,
  run: Run,
  { hold, ai, turns }: { hold: ReturnType<typeof holdRun>; ai: Ai; turns: HostTurns },
): Promise<string | null> => {
  const reading = openReading(parts.settings, { fetch: guardedFetch, turns });
  const asking = { ai, beforeCall: hold.keep, onCall: hold.count };
  const search = await openSearch(parts, run.vendorId);
  // Runs go with their vendor.
  if (!search) throw new RunEnded();
  const { website } = search.vendor;

  const plan = async (): Promise<string | null> => {
    let { urls } = run;
    if (urls.length === 0) {
      if (!website || !URL.canParse(website)) return 'The vendor has no website that could be read';
      const listed = await listSitePages(website, reading);
      if ('problem' in listed) return `The website could not be read: ${listed.problem}`;
      urls = listed.urls;
    }
    const pages = urls.map((url, place) => ({ runId: run.id, place, url }));
    await hold.write(async (tx) => {
      await tx.insert(evidencePages).values(pages);
      await tx.update(evidenceRuns).set({ isPlanned: true }).where(eq(evidenceRuns.id, run.id));
    });
    return null;
  };

  const lookAt = async (page: Page): Promise<Outcome> => {
    const unreadable = (reason: string) => ({ state: 'unreadable', reason }) as const;
    if (page.tries > MAX_TRIES) return { state: 'failed', reason: CUT_OFF };
    const read = await readPage(page.url, reading);
    if (read.kind === 'unreadable') return unreadable(read.reason);
    const { url, title, hash } = read;
    const text = read.text.slice(0, MAX_SENT).toWellFormed();
    const isElsewhere = new URL(url).host !== new URL(page.url).host;
    if (isElsewhere && run.urls.length === 0) return unreadable('It leads to another host');
    const readAt = new Date().toISOString();
    const found = await searchPage(parts, search, { url, text }, asking);
    return { state: 'done', url, title, text, hash, readAt, dropped: found.dropped, found };
  };

  const store = (page: Page, { found, ...values }: Outcome) =>
    hold.write(async (tx) => {
      await tx.update(evidencePages).set(values).where(eq(evidencePages.id, page.id));
      if (!found || found.proposals.length === 0) return;
      const isOwn = isOwnPage(values.url ?? page.url, website);
      const publisher = isOwn ? ('vendor' as const) : null;
      const origin = { pageId: page.id, vendorId: run.vendorId, publisher };
      await tx.insert(proposals).values(
        found.proposals.map(({ quote, ...one }) => ({
          ...origin,
          quote,
          ...(one.kind === 'cell'
            ? { featureId: one.feature.id, level: one.level, finding: one.finding }
            : { field: one.field, value: one.value }),
        })),
      );
    });

  const problem = run.isPlanned ? null : await plan();
  if (problem !== null) return problem;
  let [failures, successes] = [0, 0];
  let reason: string | null = null;
  for (let page = await hold.takePage(); page; page = await hold.takePage()) {
    const outcome = await lookAt(page).catch((error: unknown): Outcome => {
      if (!(error instanceof AppError)) throw error;
      return { state: 'failed', reason: error.message };
    });
    await store(page, outcome);
    failures = outcome.state === 'failed' ? failures + 1 : 0;
    successes += outcome.state === 'done' ? 1 : 0;
    if (failures > 0) reason = outcome.reason ?? null;
    if (failures === MAX_FAILURES) break;
  }
  return failures === MAX_FAILURES || successes === 0 ? reason : null;
};

const doRun = async (
  parts: FinderParts,
  run: Run,
  { ai, turns, signal }: { ai: Ai; turns: HostTurns; signal: AbortSignal },
) => {
  const hold = holdRun(parts.connection.db, run);
  signal.addEventListener('abort', hold.handOver, { once: true });
  try {
    const failure = await doPages(parts, run, { hold, ai, turns }).catch((err: unknown) => {
      if (err instanceof RunEnded || signal.aborted) throw new RunEnded();
      parts.log.error({ err, run: run.id }, 'a search for evidence failed');
      return 'Something went wrong on our side';
    });
    await hold.finish(failure);
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
  } finally {
    hold.release();
    signal.removeEventListener('abort', hold.handOver);
  }
};

/** Works on the runs that wait, one after another; resolves to how long to wait. */
export const runFinder = async (
  parts: FinderParts,
  { turns = sharedTurns, bounds, signal = new AbortController().signal }: FinderOptions = {},
): Promise<number> => {
  const ai = createAi(parts.settings, parts.log, bounds);
  // A node without a service leaves runs to those that have one.
  if (!ai.isConfigured) return LONGEST_WAIT_MS;
  const claim = async () => (signal.aborted ? undefined : claimRun(parts.connection.db));
  for (let run = await claim(); run; run = await claim())
    await doRun(parts, run, { ai, turns, signal });
  return LONGEST_WAIT_MS;
};

/** Every node may work: woken by a new run, or by one that another node left off. */
export const startFinder = (parts: FinderParts): { stop(): void } => {
  const ending = new AbortController();
  const job = startWokenJob(parts.log, {
    key: FINDER_KEY,
    run: () => runFinder(parts, { signal: ending.signal }),
    failure: 'evidence could not be looked for',
  });
  return {
    stop: () => {
      job.stop();
      ending.abort();
    },
  };
};
