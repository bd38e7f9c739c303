import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AiUsage } from '#modules/ai/ai-call.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { evidencePages, evidenceRuns } from './finder.tables.server.ts';

export type Run = typeof evidenceRuns.$inferSelect;
export type Page = typeof evidencePages.$inferSelect;

/** The run was stopped, or belongs to another node by now. */
export class RunEnded extends Error {
  override name = 'RunEnded';
}

const BEAT_MS = 20_000;
/** Without a beat for so long the run belongs to a process that is gone. */
const HOLD_S = 90;
const held = sql`now() + make_interval(secs => ${HOLD_S})`;

/** The next run that no node is at; of all nodes one gets it. */
export const claimRun = async (db: Database): Promise<Run | undefined> => {
  const next = sql`(select r.id from ${evidenceRuns} r where r.state in ('waiting', 'running')
    and coalesce(r.held_until <= now(), true) order by r.id limit 1 for update skip locked)`;
  const [run] = await db
    .update(evidenceRuns)
    .set({ state: 'running', heldUntil: held, holder: randomUUID() })
    .where(sql`${evidenceRuns.id} = ${next}`)
    .returning();
  return run;
};

/** One node's hold of a run: whatever it writes is written only while the hold lasts. */
export const holdRun = (db: Database, run: Run, signal?: AbortSignal) => {
  const isOurs = and(
    eq(evidenceRuns.id, run.id),
    eq(evidenceRuns.holder, run.holder ?? ''),
    eq(evidenceRuns.state, 'running'),
  );
  const change = async (tx: Executor, values: PgUpdateSetSource<typeof evidenceRuns>) => {
    const rows = await tx.update(evidenceRuns).set(values).where(isOurs).returning();
    if (rows.length === 0) throw new RunEnded();
  };
  const keep = () => change(db, { heldUntil: held });
  // A beat that fails is followed by others.
  const timer = setInterval(() => void keep().catch(() => undefined), BEAT_MS).unref();

  /** The process stops in good order: another one may go on at once, and the page has lost no try. */
  const handOver = () =>
    transact(db, async (tx) => {
      await change(tx, { heldUntil: null, holder: null });
      await tx
        .update(evidencePages)
        .set({ state: 'waiting', tries: sql`${evidencePages.tries} - 1` })
        .where(and(eq(evidencePages.runId, run.id), eq(evidencePages.state, 'reading')));
    }).catch(() => undefined);
  signal?.addEventListener('abort', handOver, { once: true });

  return {
    /** Throws where the run is to go on no longer. */
    keep,
    /** The cost of a call counts even where the run was stopped meanwhile. */
    count: async ({ inputTokens, outputTokens }: AiUsage) => {
      await db
        .update(evidenceRuns)
        .set({
          calls: sql`${evidenceRuns.calls} + 1`,
          inputTokens: sql`${evidenceRuns.inputTokens} + ${inputTokens}`,
          outputTokens: sql`${evidenceRuns.outputTokens} + ${outputTokens}`,
        })
        .where(eq(evidenceRuns.id, run.id));
    },
    /** Writes a step: all of it, or nothing where the hold is over. */
    write: (work: (tx: Executor) => Promise<unknown>) =>
      transact(db, async (tx) => {
        await change(tx, { heldUntil: held });
        await work(tx);
      }),
    /** The next page that is not done; one that was begun before is done again. */
    takePage: async (): Promise<Page | undefined> => {
      await keep();
      const next = sql`(select p.id from ${evidencePages} p where p.run_id = ${run.id}
        and p.state in ('waiting', 'reading') order by p.place limit 1)`;
      const [page] = await db
        .update(evidencePages)
        .set({ state: 'reading', tries: sql`${evidencePages.tries} + 1` })
        .where(sql`${evidencePages.id} = ${next}`)
        .returning();
      return page;
    },
    finish: (failure: string | null) =>
      transact(db, async (tx) => {
        const state = failure === null ? 'done' : 'failed';
        await change(tx, { state, failure, finishedAt: sql`now()`, heldUntil: null });
        if (failure === null) return;
        const about = { collection: 'vendors', itemId: run.vendorId };
        await queueJobFailed(tx, 'find evidence', failure, about);
      }),
    release: () => {
      clearInterval(timer);
      signal?.removeEventListener('abort', handOver);
    },
  };
};

export type Hold = ReturnType<typeof holdRun>;
