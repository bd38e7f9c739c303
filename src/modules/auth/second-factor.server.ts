import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { appMeta, SIGN_IN_KEY } from '#platform/db/meta.table.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import { recoveryCodes, type User, users } from './auth.tables.server.ts';
import { makeWord } from './password.server.ts';
import { withoutParams } from './quiet.server.ts';
import { readLastingKey, readSealingKey, seal, unseal } from './sealed.server.ts';

const PERIOD_SECONDS = 30;
/** A clock may be off by one step. */
const WINDOW = 1;
const RECOVERY_CODES = 10;

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });

type KeySettings = Pick<Settings, 'SECRETS_KEY'>;

/** A new secret, good for nothing until a code of it was shown; an earlier one that is in use stays in use. */
export const proposeSecret = async (
  db: Executor,
  settings: KeySettings & Pick<Settings, 'site'>,
  user: Pick<User, 'id' | 'email'>,
) => {
  const secret = new Secret({ size: 20 }).base32;
  const issuer = settings.site.siteName;
  const sealed = seal(await readLastingKey(db, settings), secret);
  const isOff = and(eq(users.id, user.id), isNull(users.totpConfirmedAt));
  const proposed = { totpSecret: sealed, totpStep: null };
  await withoutParams(db.update(users).set(proposed).where(isOff));
  return { secret, uri: totpOf(secret, { issuer, label: user.email }).toString() };
};

type Owner = Pick<User, 'id' | 'totpSecret'>;

/** Takes a code of the app once: neither it nor one before it opens anything again, however many try at once. */
const takeCode = async (tx: Tx, settings: KeySettings, { id, totpSecret }: Owner, code: string) => {
  const secret = unseal(await readLastingKey(tx, settings), totpSecret ?? '');
  const token = code.replace(/\s/g, '');
  if (typeof secret !== 'string' || !/^\d{6}$/.test(token)) return false;
  const timestamp = Date.now();
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const isLater = or(isNull(users.totpStep), lt(users.totpStep, step));
  const isIts = and(eq(users.id, id), isLater);
  return (await tx.update(users).set({ totpStep: step }).where(isIts)).rowCount === 1;
};

const takeRecoveryCode = async (tx: Tx, userId: number, code: string): Promise<boolean> => {
  const isThis = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, hashOf(code.toLowerCase().replace(/[^a-z0-9]/g, ''))),
    isNull(recoveryCodes.usedAt),
  );
  const used = tx.update(recoveryCodes).set({ usedAt: new Date() }).where(isThis);
  return (await withoutParams(used)).rowCount === 1;
};

type Factor = 'code' | 'recovery code';

/** Uses up a code of the app or a recovery code; null when it is neither. */
export const redeemSecondFactor = async (
  tx: Tx,
  settings: KeySettings,
  user: Owner,
  code: string,
): Promise<Factor | null> => {
  if (await takeCode(tx, settings, user, code)) return 'code';
  if (await takeRecoveryCode(tx, user.id, code)) return 'recovery code';
  return null;
};

/** Ten new codes in place of all earlier ones; the database keeps their hashes alone. */
const replaceRecoveryCodes = async (tx: Tx, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeWord(12));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await withoutParams(
    tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) }))),
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
};

/** Switches the second factor on, once a code proves that the app has the secret; null when it does not. */
export const confirmSecret = async (
  tx: Tx,
  settings: KeySettings,
  user: Owner,
  code: string,
): Promise<string[] | null> => {
  if (!(await takeCode(tx, settings, user, code))) return null;
  await tx.update(users).set({ totpConfirmedAt: new Date() }).where(eq(users.id, user.id));
  return replaceRecoveryCodes(tx, user.id);
};

export const dropSecondFactor = async (tx: Tx, userId: number) => {
  const none = { totpSecret: null, totpConfirmedAt: null, totpStep: null };
  await tx.update(users).set(none).where(eq(users.id, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
};

export const countRecoveryCodes = (db: Executor, userId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

/** Seals secrets by the key of the installation that were sealed by the key of the site, which then gets another. */
export const resealSecrets = async (db: Database, settings: KeySettings): Promise<void> => {
  if (!settings.SECRETS_KEY) return;
  await transact(db, async (tx) => {
    const from = await readSealingKey(tx);
    const to = await readLastingKey(tx, settings);
    const found = await tx
      .select({ id: users.id, totpSecret: users.totpSecret })
      .from(users)
      .where(isNotNull(users.totpSecret));
    let isMoved = false;
    for (const { id, totpSecret } of found) {
      const secret = unseal(from, totpSecret ?? '');
      if (typeof secret !== 'string') continue;
      const sealed = { totpSecret: seal(to, secret) };
      await withoutParams(tx.update(users).set(sealed).where(eq(users.id, id)));
      isMoved = true;
    }
    if (isMoved) await tx.delete(appMeta).where(eq(appMeta.key, SIGN_IN_KEY));
  });
};
