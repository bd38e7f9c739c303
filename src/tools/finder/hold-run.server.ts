import { randomUUID } from 'node:crypto';
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AiUsage } from '#modules/ai/ai-call.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { beat, isHeld, keepHeld } from '#platform/db/lease.server.ts';
import { evidencePages, evidenceRuns } from './finder.tables.server.ts';

export type Run = typeof evidenceRuns.$inferSelect;
export type Page = typeof evidencePages.$inferSelect;

/** The run was stopped, or belongs to another node by now. */
export class RunEnded extends Error {
  override name = 'RunEnded';
}

/** The next run that no node is at; of all nodes one gets it. */
export const claimRun = async (db: Database): Promise<Run | undefined> => {
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
  const keep = () => change(db, { beatAt: beat });
  const letGo = keepHeld(keep);

  /** The process stops in good order: another one may go on at once, and the page has lost no try. */
  const handOver = () =>
    transact(db, async (tx) => {
      await change(tx, { beatAt: null, holder: null });
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
        await change(tx, { beatAt: beat });
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
        await change(tx, { state, failure, finishedAt: sql`now()`, beatAt: null });
        if (failure === null) return;
        const about = { collection: 'vendors', itemId: run.vendorId };
        await queueJobFailed(tx, 'find evidence', failure, about);
      }),
    release: () => {
      letGo();
      signal?.removeEventListener('abort', handOver);
    },
  };
};

export type Hold = ReturnType<typeof holdRun>;
