import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { features } from '#content/features/features.collection.ts';
import {
  VENDOR_WORDS,
  vendorLinks,
  vendorWords,
  type WordState,
} from '#content/shared/vendor-word/vendor-word.tables.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { announceChange, transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { notFound } from '#platform/errors.ts';
import { today } from '#platform/today.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Speaker } from './links.server.ts';

const isFeature = (featureId: number | null) =>
  featureId === null ? isNull(vendorWords.featureId) : eq(vendorWords.featureId, featureId);

type Word = typeof vendorWords.$inferSelect;
/** A word as it was typed: without a feature the reply, without a level one that states nothing any more. */
export type NewWord = Pick<Word, 'featureId' | 'level' | 'text' | 'documentedAt'>;

const listOwnWords = (db: Executor, vendorId: number): Promise<Word[]> =>
  db
    .select()
    .from(vendorWords)
    .where(and(eq(vendorWords.vendorId, vendorId), not(eq(vendorWords.state, 'refused'))))
    .orderBy(asc(vendorWords.id));

/** By feature what waits, else what is shown. */
const latestOf = (words: readonly Word[]) => {
  const waiting = words.filter(({ state }) => state === 'pending');
  return new Map([...words, ...waiting].map((word) => [word.featureId, word]));
};

/** A vendor's words so far. */
export const readOwnWords = async (db: Executor, vendorId: number) =>
  latestOf(await listOwnWords(db, vendorId));

const isSame = (a: NewWord, b: NewWord | undefined) =>
  a.level === b?.level && a.text === b.text && a.documentedAt === b.documentedAt;

const isEmpty = ({ level, text }: NewWord) => level === null && text === '';

/**
 * Keeps what is new for the desk to look at; its result is how many words those are. An empty word takes back what was
 * said, from the pages too: nobody is held to a word.
 */
export const saveWords = (db: Database, by: Speaker, words: readonly NewWord[]): Promise<number> =>
  transact(db, async (tx) => {
    // Of two forms that are sent at once the second waits here.
    await tx
      .select({ id: vendorLinks.id })
      .from(vendorLinks)
      .where(eq(vendorLinks.vendorId, by.vendorId))
      .orderBy(asc(vendorLinks.id))
      .for('update');
    const own = await listOwnWords(tx, by.vendorId);
    const latest = latestOf(own);
    const changed = words.filter((word) => !isSame(word, latest.get(word.featureId)));
    const isReplaced = (row: Word) =>
      changed.some(
        (word) => word.featureId === row.featureId && (row.state === 'pending' || isEmpty(word)),
      );
    const replaced = own.filter(isReplaced);
    if (replaced.length > 0) {
      const ids = replaced.map(({ id }) => id);
      await tx.delete(vendorWords).where(inArray(vendorWords.id, ids));
    }
    if (replaced.some(({ state }) => state === 'shown')) await announceChange(tx, [VENDOR_WORDS]);
    const said = changed.filter((word) => !isEmpty(word));
    if (said.length === 0) return 0;
    const domain = by.email.slice(by.email.lastIndexOf('@') + 1);
    const origin = { vendorId: by.vendorId, linkId: by.id, domain, statedOn: today() };
    await tx.insert(vendorWords).values(said.map((word) => ({ ...word, ...origin })));
    await recordActivity(tx, null, {
      action: 'vendor word received',
      collection: vendors.name,
      itemId: by.vendorId,
      title: domain,
      details: { count: said.length },
    });
    return said.length;
  });

const [vendor, feature] = [tableOf(vendors), tableOf(features)];

/** Words of what is in the trash come back with it. */
const isThere = or(isNull(vendorWords.featureId), isNotNull(feature.id));

/** The desk's queue: what waits from the oldest on, what was decided from the latest back. */
export const listWords = async (
  db: Executor,
  { state, limit, offset }: { state: WordState; limit: number; offset: number },
) => {
  const {
    vendorId: _,
    featureId: __,
    linkId: ___,
    decidedAt: ____,
    ...said
  } = getTableColumns(vendorWords);
  const items = await db
    .select({
      ...said,
      vendor: { slug: vendor.slug, name: vendor.name },
      feature: { slug: feature.slug, name: feature.name },
      email: vendorLinks.email,
    })
    .from(vendorWords)
    .innerJoin(vendor, eq(vendor.id, vendorWords.vendorId))
    .leftJoin(feature, eq(feature.id, vendorWords.featureId))
    .leftJoin(vendorLinks, eq(vendorLinks.id, vendorWords.linkId))
    .where(and(eq(vendorWords.state, state), isThere))
    .orderBy(state === 'pending' ? asc(vendorWords.id) : desc(vendorWords.decidedAt))
    .limit(limit)
    .offset(offset);
  const counted = await db
    .select({ state: vendorWords.state, count: count() })
    .from(vendorWords)
    .innerJoin(vendor, eq(vendor.id, vendorWords.vendorId))
    .leftJoin(feature, eq(feature.id, vendorWords.featureId))
    .where(isThere)
    .groupBy(vendorWords.state);
  const counts = { pending: 0, shown: 0, refused: 0 };
  for (const one of counted) counts[one.state] = one.count;
  return { total: counts[state], counts, items };
};

export const decideWord = (
  db: Database,
  id: number,
  { isShown, reason, viewer }: { isShown: boolean; reason: string | null; viewer: Viewer },
): Promise<void> =>
  transact(db, async (tx) => {
    const [word] = await tx.select().from(vendorWords).where(eq(vendorWords.id, id)).for('update');
    if (!word) throw notFound('Word');
    const { vendorId, featureId } = word;
    if (isShown && word.state !== 'shown') {
      const isBefore = and(eq(vendorWords.state, 'shown'), isFeature(featureId));
      await tx.delete(vendorWords).where(and(eq(vendorWords.vendorId, vendorId), isBefore));
    }
    const values = { reason, decidedBy: viewer?.email ?? null, decidedAt: new Date() };
    await tx
      .update(vendorWords)
      .set({ ...values, state: isShown ? 'shown' : 'refused' })
      .where(eq(vendorWords.id, id));
    await recordActivity(tx, viewer, {
      action: isShown ? 'vendor word shown' : 'vendor word refused',
      collection: vendors.name,
      itemId: vendorId,
      title: word.domain,
    });
    await announceChange(tx, [VENDOR_WORDS]);
  });

/** As the privacy page has it. */
const KEPT_DAYS = 90;

const keptSince = sql`now() - make_interval(days => ${KEPT_DAYS})`;
const isOld = lt(vendorWords.decidedAt, keptSince);

/** There, or deleted so lately that it may come back: of what is gone the delete is the last that is on record. */
const isKept = (collection: Collection, id: PgColumn) =>
  or(
    sql`exists (select 1 from ${tableOf(collection)} t where t.id = ${id})`,
    sql`exists (select 1 from ${revisions} where ${eq(revisions.collection, collection.name)}
      and ${eq(revisions.itemId, id)} and ${gt(revisions.createdAt, keptSince)})`,
  );

/** Deletes addresses and refused words 90 days after the decision or its subject's end, and links that led to nothing. */
export const forgetVendorLinks = async (db: Database): Promise<void> => {
  await db.delete(vendorWords).where(and(eq(vendorWords.state, 'refused'), isOld));
  const isEnded = lt(
    sql`coalesce(${vendorLinks.sessionUntil}, ${vendorLinks.expiresAt})`,
    sql`now()`,
  );
  const needed = db
    .select({ id: vendorWords.linkId })
    .from(vendorWords)
    .where(
      and(
        isNotNull(vendorWords.linkId),
        sql`(${isOld}) is not true`,
        isKept(vendors, vendorWords.vendorId),
        or(isNull(vendorWords.featureId), isKept(features, vendorWords.featureId)),
      ),
    );
  await db.delete(vendorLinks).where(and(isEnded, not(inArray(vendorLinks.id, needed))));
};
