import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { readSealingKey, seal, unseal } from '#modules/auth/sealed.server.ts';
import type { MailBlock } from '#modules/mail/mailer.server.ts';
import { createMailer, type Mail } from '#modules/mail/mailer.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { NOTICE_WORDS } from '#platform/notice-kinds.ts';
import { nameOf } from '#platform/person-name.ts';
import { startTimedJob } from '#platform/timed-job.server.ts';
import { readNotices } from './notices.server.ts';
import { notices } from './talk.tables.server.ts';

export const DIGEST_OFF_PATH = '/api/digest/off';

/** A letter may lie for as long before its link is used. */
const LINK_MS = 400 * 86_400_000;
/** A notice that waited longer, as where no mail was set, is left to the inbox. */
const NOT_OLDER = sql`now() - interval '7 days'`;
const IN_A_LETTER = 30;

type DigestParts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;
type Notice = Awaited<ReturnType<typeof readNotices>>[number];
type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'firstName' | 'lastName'>;

const PERSON = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
};

/** A link that switches the letters of one person off, and does nothing else. */
export const digestOffLink = async (db: Executor, siteUrl: string, userId: number) => {
  const token = seal(await readSealingKey(db), { digestOf: userId }, LINK_MS);
  return `${siteUrl}${DIGEST_OFF_PATH}?token=${token}`;
};

/** Whose letters a token is about; null for one that is made up or too old. */
export const readDigestToken = async (db: Executor, token: string): Promise<number | null> => {
  const value = unseal(await readSealingKey(db), token);
  if (typeof value !== 'object' || value === null || !('digestOf' in value)) return null;
  return typeof value.digestOf === 'number' ? value.digestOf : null;
};

const editorPath = (registry: readonly Collection[], { collection, itemId, commentId }: Notice) => {
  const host = registry.find(({ name }) => name === collection)?.insideTab;
  const at = `/admin/${host ? `${host}/` : ''}${collection}/${itemId}`;
  return commentId === null ? at : `${at}?comments=${commentId}`;
};

interface Letter {
  to: Person;
  all: readonly Notice[];
  /** By address. */
  names: ReadonlyMap<string, string>;
  offLink: string;
}

const write = ({ settings, content }: DigestParts, { to, all, names, offLink }: Letter): Mail => {
  const { SITE_NAME, SITE_URL } = settings;
  const told = all.slice(0, IN_A_LETTER).flatMap((notice): MailBlock[] => {
    const actor = names.get(notice.actorEmail ?? '') ?? notice.actorEmail ?? 'Somebody';
    return [
      `${actor} ${NOTICE_WORDS[notice.kind]} “${notice.title}”${notice.isThere ? ':' : ', which is deleted.'}`,
      ...(notice.text ? [{ quote: notice.text }] : []),
      ...(notice.isThere ? [{ link: `${SITE_URL}${editorPath(content.registry, notice)}` }] : []),
    ];
  });
  const more = all.length - IN_A_LETTER;
  return {
    to: to.email,
    subject:
      all.length === 1 ? `One message at ${SITE_NAME}` : `${all.length} messages at ${SITE_NAME}`,
    blocks: [
      ...told,
      ...(more > 0
        ? [`And ${more} more, in your inbox:`, { link: `${SITE_URL}/admin/inbox` }]
        : []),
      'This letter comes once a day, when there is something new. To get none:',
      { link: offLink },
    ],
    unsubscribe: offLink,
  };
};

/** Taken before it is sent: a run that is cut off, or done twice, tells nobody twice. The inbox keeps everything. */
const claim = async (db: Executor, userId: number): Promise<number[]> => {
  const isNew = and(
    eq(notices.userId, userId),
    isNull(notices.readAt),
    isNull(notices.mailedAt),
    gt(notices.createdAt, NOT_OLDER),
  );
  const rows = await db
    .update(notices)
    .set({ mailedAt: sql`now()` })
    .where(isNew)
    .returning({ id: notices.id });
  return rows.map(({ id }) => id);
};

/** One letter to everybody who has something new and wants it; a letter that fails goes with the next day's. */
export const sendDigests = async (parts: DigestParts): Promise<void> => {
  const { db } = parts.connection;
  if (!parts.settings.SMTP_URL) return;
  const send = createMailer(parts.settings, parts.log);
  const people = await db.select({ ...PERSON, wantsDigest: users.wantsDigest }).from(users);
  const names = new Map(people.map((person) => [person.email, nameOf(person)]));
  let failed = 0;
  for (const to of people.filter(({ wantsDigest }) => wantsDigest)) {
    const ids = await claim(db, to.id);
    if (ids.length === 0) continue;
    const isClaimed = inArray(notices.id, ids);
    const all = await readNotices(db, parts.content.registry, isClaimed);
    const offLink = await digestOffLink(db, parts.settings.SITE_URL, to.id);
    if (await send(write(parts, { to, all, names, offLink }))) continue;
    failed += 1;
    await db.update(notices).set({ mailedAt: null }).where(isClaimed);
  }
  if (failed > 0) throw new Error(`${failed} of the letters could not be sent`);
};

/** Every morning; every node may start it. */
export const startDigest = (parts: DigestParts): { stop(): void } =>
  startTimedJob(parts, { name: 'digest', pattern: '30 6 * * *', run: () => sendDigests(parts) });
