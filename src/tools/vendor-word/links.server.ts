import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { vendorLinks } from '#content/shared/vendor-word/vendor-word.tables.server.ts';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { LINK_DAYS, SESSION_HOURS } from './limits.ts';

const HOUR_MS = 3_600_000;

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const makeToken = () => randomBytes(32).toString('base64url');

const columns = { id: vendorLinks.id, vendorId: vendorLinks.vendorId, email: vendorLinks.email };

/** Whom a link or a session of answering speaks for. */
export type Speaker = Awaited<ReturnType<typeof findLink>>;

/** A new link; the letter is the only place where its token stands. */
export const makeLink = async (db: Executor, vendorId: number, email: string): Promise<string> => {
  const token = makeToken();
  const expiresAt = new Date(Date.now() + LINK_DAYS * 24 * HOUR_MS);
  const values = { vendorId, email, tokenHash: hash(token), expiresAt };
  await withoutParams(db.insert(vendorLinks).values(values));
  return token;
};

const isOpen = (token: string) =>
  and(
    eq(vendorLinks.tokenHash, hash(token)),
    gt(vendorLinks.expiresAt, new Date()),
    isNull(vendorLinks.sessionHash),
  );

/** Looks at a link and leaves it as it is: mail scanners open every address. */
export const findLink = async (db: Executor, token: string) => {
  const [link] = await withoutParams(db.select(columns).from(vendorLinks).where(isOpen(token)));
  return link ?? null;
};

/** Uses a link up; the result is the secret of its one session. */
export const openLink = async (db: Executor, token: string): Promise<string | null> => {
  const secret = makeToken();
  const sessionUntil = new Date(Date.now() + SESSION_HOURS * HOUR_MS);
  const opened = await withoutParams(
    db
      .update(vendorLinks)
      .set({ sessionHash: hash(secret), sessionUntil })
      .where(isOpen(token))
      .returning({ id: vendorLinks.id }),
  );
  return opened.length > 0 ? secret : null;
};

export const findSession = async (db: Executor, secret: string) => {
  const isIts = and(
    eq(vendorLinks.sessionHash, hash(secret)),
    gt(vendorLinks.sessionUntil, new Date()),
  );
  const [session] = await withoutParams(db.select(columns).from(vendorLinks).where(isIts));
  return session ?? null;
};
