import { randomBytes } from 'node:crypto';
import { and, eq, notExists } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { uploadChunks, uploads } from './uploads.tables.server.ts';

const CHUNK_BYTES = 262_144;

export const newUploadName = () => `${randomBytes(16).toString('hex')}.webp`;

/** Keeps the bytes under the name, whole or not at all; a taken name keeps its bytes. */
export const saveUpload = (
  db: Database,
  name: string,
  data: Uint8Array,
  viewer: Viewer = null,
): Promise<void> => {
  const sha256 = hashOf(data);
  return transact(db, async (tx) => {
    for (let start = 0; start < data.length; start += CHUNK_BYTES) {
      const chunk = Buffer.from(data.subarray(start, start + CHUNK_BYTES));
      await tx
        .insert(uploadChunks)
        .values({ sha256, position: start / CHUNK_BYTES, data: chunk })
        .onConflictDoNothing();
    }
    await tx.insert(uploads).values({ name, sha256, bytes: data.length }).onConflictDoNothing();
    await recordActivity(tx, viewer, { action: 'uploaded', title: name });
  });
};

export const describeUpload = async (
  tx: Tx,
  name: string,
  words: { alt: string; credit: string },
  viewer: Viewer,
): Promise<void> => {
  await tx.update(uploads).set(words).where(eq(uploads.name, name));
  const details = { fields: Object.keys(words) };
  await recordActivity(tx, viewer, { action: 'changed', title: name, details });
};

/** Put together from its chunks, and checked against its checksum before it is served. */
export const loadUpload = async (db: Database, name: string): Promise<Buffer | null> => {
  const chunks = await db
    .select({ sha256: uploads.sha256, data: uploadChunks.data })
    .from(uploads)
    .innerJoin(uploadChunks, eq(uploadChunks.sha256, uploads.sha256))
    .where(eq(uploads.name, name))
    .orderBy(uploadChunks.position);
  const [first] = chunks;
  if (!first) return null;
  const data = Buffer.concat(chunks.map((chunk) => chunk.data));
  if (hashOf(data) !== first.sha256) throw new Error(`The stored image ${name} is damaged`);
  return data;
};

/** Takes a picture away, and its bytes unless another name shows the same. */
export const deleteUpload = (db: Database, name: string, viewer: Viewer): Promise<boolean> =>
  transact(db, async (tx) => {
    const [gone] = await tx.delete(uploads).where(eq(uploads.name, name)).returning();
    if (!gone) return false;
    const others = tx.select().from(uploads).where(eq(uploads.sha256, gone.sha256));
    await tx
      .delete(uploadChunks)
      .where(and(eq(uploadChunks.sha256, gone.sha256), notExists(others)));
    await recordActivity(tx, viewer, { action: 'deleted', title: name });
    return true;
  });
