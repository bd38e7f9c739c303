import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { hashOf, inDays, isOpenedBy, makeSecret } from '#platform/secret.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { previewLinks } from './preview-links.table.server.ts';

const DAYS = 7;
const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

type Row = typeof previewLinks.$inferSelect;

export interface Subject {
  collection: string;
  itemId: number;
}

/** Malformed tokens cost no database query. */
export const isPreviewToken = (text: string): boolean => TOKEN.test(text);

/** A viewer who made links as an editor has none that open. */
const isByEditor = sql`exists (select 1 from users where users.id = ${previewLinks.userId} and users.role <> 'viewer')`;

const toResponse = ({ id, userEmail, createdAt, expiresAt }: Row) => ({
  id,
  createdBy: userEmail,
  createdAt,
  expiresAt,
});

/** The token is in this response and nowhere else. */
export const createPreviewLink = (
  db: Database,
  { title, ...subject }: Subject & { title: string },
  { viewer, siteUrl }: { viewer: Viewer; siteUrl: string },
) =>
  transact(db, async (tx) => {
    const token = makeSecret(TOKEN_BYTES);
    await tx.delete(previewLinks).where(lt(previewLinks.expiresAt, new Date()));
    const [row] = await tx
      .insert(previewLinks)
      .values({
        ...subject,
        tokenHash: hashOf(token),
        userId: viewer?.id ?? null,
        userEmail: viewer?.email ?? null,
        expiresAt: inDays(DAYS),
      })
      .returning();
    if (!row) throw new Error('The preview link was not stored');
    await recordActivity(tx, viewer, { action: 'preview link made', ...subject, title });
    return { ...toResponse(row), url: `${siteUrl}/preview?token=${token}` };
  });

export const listPreviewLinks = async (db: Executor, { collection, itemId }: Subject) => {
  const isOf = and(eq(previewLinks.collection, collection), eq(previewLinks.itemId, itemId));
  const rows = await db
    .select()
    .from(previewLinks)
    .where(and(isOf, gt(previewLinks.expiresAt, new Date()), isByEditor))
    .orderBy(desc(previewLinks.id));
  return rows.map(toResponse);
};

interface Revoking {
  viewer: Viewer;
  /** Undefined when the item is gone. */
  titleOf(subject: Subject): Promise<string | undefined>;
}

export const revokePreviewLink = (db: Database, id: number, { viewer, titleOf }: Revoking) =>
  transact(db, async (tx) => {
    const [gone] = await tx.delete(previewLinks).where(eq(previewLinks.id, id)).returning();
    if (!gone) return false;
    const { collection, itemId } = gone;
    const title = (await titleOf(gone)) ?? '';
    await recordActivity(tx, viewer, { action: 'preview link revoked', collection, itemId, title });
    return true;
  });

export const findPreviewLink = async (db: Executor, token: string): Promise<Row | null> => {
  const [row] = await db
    .select()
    .from(previewLinks)
    .where(and(isOpenedBy(token, previewLinks), isByEditor));
  return row ?? null;
};
