import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { isAt, type Place, signedBy } from '#modules/place.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { hashOf, inDays, isOpenedBy, makeSecret } from '#platform/secret.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { previewLinks } from './preview-links.table.server.ts';

const DAYS = 7;
const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

export type PreviewLink = typeof previewLinks.$inferSelect;

/** Malformed tokens cost no database query. */
export const isPreviewToken = (text: string): boolean => TOKEN.test(text);

/** A viewer who made links as an editor has none that open. */
const isByEditor = sql`exists (select 1 from users where users.id = ${previewLinks.userId} and users.role <> 'viewer')`;

const toResponse = ({ id, userEmail, createdAt, expiresAt }: PreviewLink) => ({
  id,
  createdBy: userEmail,
  createdAt,
  expiresAt,
});

/** The token is in this response and nowhere else. */
export const createPreviewLink = (
  db: Database,
  { title, ...place }: Place & { title: string },
  { viewer, siteUrl }: { viewer: Viewer; siteUrl: string },
) =>
  transact(db, async (tx) => {
    const token = makeSecret(TOKEN_BYTES);
    await tx.delete(previewLinks).where(lt(previewLinks.expiresAt, new Date()));
    const [row] = await tx
      .insert(previewLinks)
      .values({
        ...place,
        tokenHash: hashOf(token),
        ...signedBy(viewer),
        expiresAt: inDays(DAYS),
      })
      .returning();
    if (!row) throw new Error('The preview link was not stored');
    await recordActivity(tx, viewer, { action: 'preview link made', ...place, title });
    return { ...toResponse(row), url: `${siteUrl}/preview?token=${token}` };
  });

export const listPreviewLinks = async (db: Executor, place: Place) => {
  const rows = await db
    .select()
    .from(previewLinks)
    .where(and(isAt(previewLinks, place), gt(previewLinks.expiresAt, new Date()), isByEditor))
    .orderBy(desc(previewLinks.id));
  return rows.map(toResponse);
};

/** An item that is gone has no title. */
type TitleOf = (place: Place) => Promise<string | undefined>;

export const revokePreviewLink = (db: Database, id: number, viewer: Viewer, titleOf: TitleOf) =>
  transact(db, async (tx) => {
    const [gone] = await tx.delete(previewLinks).where(eq(previewLinks.id, id)).returning();
    if (!gone) throw notFound('Preview link');
    const { collection, itemId } = gone;
    const title = (await titleOf(gone)) ?? '';
    await recordActivity(tx, viewer, { action: 'preview link revoked', collection, itemId, title });
  });

export const findPreviewLink = async (db: Executor, token: string): Promise<PreviewLink | null> => {
  const [row] = await db
    .select()
    .from(previewLinks)
    .where(and(isOpenedBy(token, previewLinks), isByEditor));
  return row ?? null;
};
