import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ZodType } from 'zod';
import type { Executor } from '#platform/db/database.server.ts';
import { appMeta, SIGN_IN_KEY } from '#platform/db/meta.table.server.ts';
import type { Settings } from '#platform/env.server.ts';

const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** One key for every process of the site, made by whichever needs it first. */
export const readSealingKey = async (db: Executor): Promise<Buffer> => {
  const read = async () => {
    const [row] = await db.select().from(appMeta).where(eq(appMeta.key, SIGN_IN_KEY));
    return row && Buffer.from(String(row.value), 'base64');
  };
  // A database that takes no changes still has the key that it had.
  const known = await read();
  if (known) return known;
  const made = randomBytes(32);
  const value = made.toString('base64');
  await db.insert(appMeta).values({ key: SIGN_IN_KEY, value }).onConflictDoNothing();
  return (await read()) ?? made;
};

/**
 * For secrets that stay in the database: the key of the installation, so that neither a backup nor a copy of the tables
 * opens them. An outside database without SECRETS_KEY has the key of the site alone, which no backup holds.
 */
export const readLastingKey = async (
  db: Executor,
  { SECRETS_KEY }: Pick<Settings, 'SECRETS_KEY'>,
): Promise<Buffer> =>
  SECRETS_KEY
    ? createHash('sha256').update(`second factor ${SECRETS_KEY}`).digest()
    : readSealingKey(db);

/** Encrypts and signs a small value; in a cookie it opens for a limited time. */
export const seal = (key: Buffer, value: unknown, lifetimeMs?: number): string => {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = JSON.stringify({
    value,
    until: lifetimeMs === undefined ? null : Date.now() + lifetimeMs,
  });
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

/** The value, or null for anything forged, cut or too old. */
export const unseal = (key: Buffer, sealed: string): unknown => {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_LENGTH + TAG_LENGTH) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_LENGTH));
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
  try {
    const body = bytes.subarray(IV_LENGTH + TAG_LENGTH);
    const text = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    const { value, until } = JSON.parse(text);
    return until === null || until > Date.now() ? value : null;
  } catch {
    return null;
  }
};

/** Sealed by the key of the site. */
export const sealFor = async (db: Executor, value: unknown, lifetimeMs?: number) =>
  seal(await readSealingKey(db), value, lifetimeMs);

/** The sealed value; undefined for anything forged, cut, too old or of another kind. */
export const unsealAs = async <T>(db: Executor, kind: ZodType<T>, sealed: string) =>
  kind.safeParse(unseal(await readSealingKey(db), sealed)).data;
