import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { isPublic } from '#kit/is-public.ts';
import { type Entry, recordActivity } from '#modules/activity/record.server.ts';
import { findPageItem } from '#modules/desk-search/find-page-item.server.ts';
import { lockDraft, putAndRecord } from '#modules/drafts/item-drafts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { noteChange, type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { queueAnswer } from './answer.server.ts';
import type { CorrectionState, DecisionBody } from './corrections.schema.ts';
import { corrections } from './corrections.table.server.ts';

type Row = typeof corrections.$inferSelect;

interface Item {
  collection: string;
  id: number;
}

/** The item that holds a part of a page, where that is not the page's own. */
export type FindPart = (path: string, part: string) => Promise<Item | null>;

export const toResponse = ({ collection, itemId, ...row }: Row) => ({
  ...row,
  item: collection && itemId ? { collection, id: itemId } : null,
});

interface Outcome {
  state: CorrectionState;
  action: Entry['action'];
  /** The states that it is decided from. */
  from: CorrectionState[];
}

const OUTCOMES: Record<DecisionBody['decision'], Outcome> = {
  accept: { state: 'accepted', action: 'correction accepted', from: ['open'] },
  changed: { state: 'changed', action: 'correction answered', from: ['open', 'accepted'] },
  reopen: { state: 'open', action: 'correction reopened', from: ['accepted'] },
  refuse: { state: 'refused', action: 'correction refused', from: ['open'] },
  spam: { state: 'spam', action: 'correction marked as spam', from: ['open'] },
};

/** Decides each one once; what is accepted opens as a draft of its item, which readers do not see. */
export const createDecider = (
  { connection: { db }, content }: Pick<AppParts, 'connection' | 'content'>,
  findPart: FindPart,
) => {
  const findItem = async (viewer: Viewer, { path, part }: Row): Promise<Item | null> => {
    const held = part ? await findPart(path, part) : null;
    return held ?? (await findPageItem(content, viewer, path));
  };

  const beginDraft = async (tx: Tx, viewer: Viewer, { collection: name, id }: Item) => {
    const { collection } = content.partsOf(name);
    if (collection.publicPath === undefined) return;
    const { item, draft } = await lockDraft(tx, { collection, id });
    if (!draft && isPublic(collection, item)) {
      await putAndRecord(tx, { collection, item, viewer }, {});
    }
  };

  /** Those that were still to be decided. */
  return async (viewer: Viewer, ids: readonly number[], { decision, reason }: DecisionBody) => {
    if (decision === 'refuse' && !reason) {
      throw invalid({ reason: 'Say why: the reason is shown in public' });
    }
    const asked = await db
      .select()
      .from(corrections)
      .where(inArray(corrections.id, [...ids]));
    if (asked.length < ids.length) throw notFound('Correction');
    const { state, action, from } = OUTCOMES[decision];
    const isAccepted = decision === 'accept';
    const items = new Map<number, Item | null>();
    for (const one of isAccepted ? asked : []) items.set(one.id, await findItem(viewer, one));

    const decideOne = async (tx: Tx, id: number) => {
      const item = items.get(id) ?? null;
      const isDecided = decision !== 'spam' && decision !== 'reopen';
      const [row] = await tx
        .update(corrections)
        .set({
          state,
          decidedAt: decision === 'reopen' ? null : sql`now()`,
          // What was written with the first decision holds until another is given.
          reason: isDecided ? reason || sql`${corrections.reason}` : null,
          ...(decision === 'changed'
            ? {}
            : { collection: item?.collection ?? null, itemId: item?.id ?? null }),
        })
        .where(and(eq(corrections.id, id), inArray(corrections.state, from)))
        .returning();
      if (!row) return [];
      if (item) await beginDraft(tx, viewer, item);
      await recordActivity(tx, viewer, { action, title: `${row.title} (${row.path})` });
      await queueAnswer(tx, row);
      return [toResponse(row)];
    };

    return transact(db, async (tx) => {
      const decided = [];
      for (const id of [...ids].sort((a, b) => a - b)) decided.push(...(await decideOne(tx, id)));
      noteChange(tx);
      return decided;
    });
  };
};

/** As the privacy page has it. */
const EMAIL_DAYS = 90;
const SPAM_DAYS = 30;

const olderThan = (days: number) =>
  lt(corrections.decidedAt, sql`now() - make_interval(days => ${days})`);

/** Deletes addresses 90 days after the decision, and spam after 30. */
export const forgetCorrectors = async (db: Database) => {
  await db
    .update(corrections)
    .set({ email: null })
    .where(and(isNotNull(corrections.email), olderThan(EMAIL_DAYS)));
  await db.delete(corrections).where(and(eq(corrections.state, 'spam'), olderThan(SPAM_DAYS)));
};
