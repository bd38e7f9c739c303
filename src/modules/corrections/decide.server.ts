import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { isPublic } from '#kit/is-public.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { findPageItem } from '#modules/desk-search/find-page-item.server.ts';
import { lockDraft, putAndRecord } from '#modules/drafts/item-drafts.server.ts';
import { queueMail } from '#modules/mail/mail-queue.server.ts';
import type { Mail } from '#modules/mail/mailer.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, theOne } from '#platform/errors.ts';
import { noteChange, type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { CorrectionState, DecisionBody } from './corrections.schema.ts';
import { corrections } from './corrections.table.server.ts';

const WORDS: Partial<Record<CorrectionState, string>> = {
  accepted: 'We accepted it and are changing the page.',
  refused: 'We looked into it and leave the page as it is.',
};

const wordsOf = ({ state, mergedInto }: Pick<Correction, 'state' | 'mergedInto'>) =>
  state === 'merged'
    ? `It is the same as no. ${mergedInto}, which somebody else reported, and we follow it up there.`
    : WORDS[state];

/** The one e-mail that a corrector gets; null where nobody asked for one, or it was spam. */
const writeAnswer = (
  { title, path, reason, email, ...decided }: Correction,
  { siteName, siteUrl }: { siteName: string; siteUrl: string },
): Mail | null => {
  const words = wordsOf(decided);
  if (!email || !words) return null;
  return {
    to: email,
    subject: `Your correction to ${siteName}: ${title}`,
    blocks: [
      `You wrote that something is wrong on this page of ${siteName}:`,
      { link: siteUrl + path },
      words,
      ...(reason ? [`Our reason: ${reason}`] : []),
      'Every decision is in our public ledger, without names:',
      { link: `${siteUrl}/corrections` },
      'This is the only e-mail about it. Your address is deleted 90 days from now.',
    ],
  };
};

export type Correction = typeof corrections.$inferSelect;

interface Item {
  collection: string;
  id: number;
}

/** The item that holds a part of a page, where that is not the page's own. */
export type FindPart = (path: string, part: string) => Promise<Item | null>;

const OUTCOMES = {
  accept: { state: 'accepted', action: 'correction accepted' },
  refuse: { state: 'refused', action: 'correction refused' },
  merge: { state: 'merged', action: 'correction merged' },
  spam: { state: 'spam', action: 'correction marked as spam' },
} as const;

const readOne = async (db: Executor, id: number): Promise<Correction> =>
  theOne(await db.select().from(corrections).where(eq(corrections.id, id)), 'Correction');

const checkDecision = async (db: Executor, id: number, body: DecisionBody) => {
  if (body.decision === 'refuse' && !body.reason) {
    throw invalid({ reason: 'Say why: the reason is shown in public' });
  }
  if (body.decision !== 'merge') return;
  const isOther = and(
    eq(corrections.id, body.mergedInto ?? 0),
    ne(corrections.id, id),
    inArray(corrections.state, ['open', 'accepted', 'refused']),
  );
  if ((await db.$count(corrections, isOther)) === 0) {
    throw invalid({ mergedInto: 'Name another correction that is neither spam nor merged' });
  }
};

/** Decides once; what is accepted opens as a draft of its item, which readers do not see. */
export const createDecider = (
  { connection: { db }, content, settings }: Pick<AppParts, 'connection' | 'content' | 'settings'>,
  findPart: FindPart,
) => {
  const findItem = async (viewer: Viewer, { path, part }: Correction): Promise<Item | null> => {
    const held = part ? await findPart(path, part) : null;
    const found = held ?? (await findPageItem(content, viewer, path));
    return found && { collection: found.collection, id: found.id };
  };

  const beginDraft = async (tx: Tx, viewer: Viewer, { collection: name, id }: Item) => {
    const { collection } = content.partsOf(name);
    if (collection.publicPath === undefined) return;
    const { item, draft } = await lockDraft(tx, { collection, id });
    if (!draft && isPublic(collection, item)) {
      await putAndRecord(tx, { collection, item, viewer }, {});
    }
  };

  return async (viewer: Viewer, id: number, body: DecisionBody) => {
    const { decision, reason, mergedInto } = body;
    const before = await readOne(db, id);
    await checkDecision(db, id, body);
    const { state, action } = OUTCOMES[decision];
    const item = decision === 'accept' ? await findItem(viewer, before) : null;
    const after = await transact(db, async (tx) => {
      const [row] = await tx
        .update(corrections)
        .set({
          state,
          reason: decision === 'spam' ? null : reason || null,
          mergedInto: decision === 'merge' ? (mergedInto ?? null) : null,
          decidedAt: sql`now()`,
        })
        .where(and(eq(corrections.id, id), eq(corrections.state, 'open')))
        .returning();
      if (!row) throw new AppError('conflict', 'This correction was decided already');
      if (item) await beginDraft(tx, viewer, item);
      await recordActivity(tx, viewer, { action, title: `${row.title} (${row.path})` });
      noteChange(tx);
      const answer = writeAnswer(row, settings.site);
      const isAnswered = answer !== null && (await queueMail(tx, settings, answer));
      if (isAnswered)
        await tx.update(corrections).set({ isAnswered }).where(eq(corrections.id, id));
      return { ...row, isAnswered };
    });
    return { after, item };
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
