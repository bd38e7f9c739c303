import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter, TOO_MANY } from '#modules/auth/limits.server.ts';
import { sealFor, unsealAs } from '#modules/auth/sealed.server.ts';
import { createMailer, type Mail, type MailBlock } from '#modules/mail/mailer.server.ts';
import { createReplies } from '#modules/public-forms/plain-replies.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { NOTICE_WORDS } from '#platform/notice-kinds.ts';
import { nameOf } from '#platform/person-name.ts';
import { startTimedJob } from '#platform/timed-job.server.ts';
import { TALK } from './comments.routes.server.ts';
import { readNotices } from './notices.server.ts';
import { notices } from './talk.tables.server.ts';

const DIGEST_OFF_PATH = '/api/digest/off';

/** A letter may lie for as long before its link is used. */
const LINK_MS = 400 * 86_400_000;
/** A notice that waited longer, as where no mail was set, is left to the inbox. */
const NOT_OLDER = sql`now() - interval '7 days'`;
const IN_A_LETTER = 30;

type DigestParts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;
type Notice = Awaited<ReturnType<typeof readNotices>>[number];

/** A link that switches the letters of one person off, and does nothing else. */
export const digestOffLink = async (db: Executor, siteUrl: string, userId: number) => {
  const token = await sealFor(db, { digestOf: userId }, LINK_MS);
  return `${siteUrl}${DIGEST_OFF_PATH}?token=${token}`;
};

const tokenSchema = z.object({ digestOf: z.int() });

const editorPath = (registry: readonly Collection[], { collection, itemId, commentId }: Notice) => {
  const host = registry.find(({ name }) => name === collection)?.insideTab;
  const at = `/admin/${host ? `${host}/` : ''}${collection}/${itemId}`;
  return commentId === null ? at : `${at}?comments=${commentId}`;
};

interface Letter {
  to: string;
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
    to,
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
  const people = await db.select().from(users);
  const names = new Map(people.map((person) => [person.email, nameOf(person)]));
  let failed = 0;
  for (const { id, email: to, wantsDigest } of people) {
    const ids = wantsDigest ? await claim(db, id) : [];
    if (ids.length === 0) continue;
    const isClaimed = inArray(notices.id, ids);
    const all = await readNotices(db, parts.content.registry, isClaimed);
    const offLink = await digestOffLink(db, parts.settings.SITE_URL, id);
    if (await send(write(parts, { to, all, names, offLink }))) continue;
    failed += 1;
    await db.update(notices).set({ mailedAt: null }).where(isClaimed);
  }
  if (failed > 0) throw new Error(`${failed} of the letters could not be sent`);
};

/** Every morning; every node may start it. */
export const startDigest = (parts: DigestParts): { stop(): void } =>
  startTimedJob(parts, { name: 'digest', pattern: '30 6 * * *', run: () => sendDigests(parts) });

const TITLE = 'The daily letter';
const NOT_VALID =
  '<p>This link is not valid any more. Sign in and look under ‘Your account’.</p><p><a href="/admin/account">Your account</a></p>';
const OFF =
  '<p>You get no daily letter any more. What is new waits in your inbox; under ‘Your account’ the letter can be switched on again.</p>';

/** Mail programs follow links: a look at this one changes nothing. RFC 8058 has them post to the same address. */
export const mountDigest = (api: Api, { settings, connection: { db }, makeLimiter }: AppParts) => {
  const guess = createGuessLimiter(makeLimiter, 'link');
  const page = {
    tag: TALK,
    access: 'public',
    cacheable: false,
    mediaType: 'text/html',
    path: DIGEST_OFF_PATH,
    query: z.object({ token: z.string().max(400) }),
    failures: TOO_MANY,
  } as const;

  const { sendPage } = createReplies(settings, {
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  const show = (c: Context<Env>, body: string, status: 200 | 400 = 200) =>
    sendPage(c, { title: TITLE, body }, status);

  /** Whose letters these are; wrong links are counted by where they come from. */
  const identify = (c: Context<Env>, token: string): Promise<number | null> =>
    guess(addressOf(c, settings.TRUST_PROXY), async () => {
      const opened = await unsealAs(db, tokenSchema, token);
      return opened?.digestOf ?? null;
    });

  endpoint(api, {
    ...page,
    method: 'get',
    id: 'getDigestOff',
    summary: 'A look at the link that ends the daily letter, which changes nothing',
    handle: async ({ c, query: { token } }) => {
      if ((await identify(c, token)) === null) return show(c, NOT_VALID, 400);
      const action = escapeHtml(`${DIGEST_OFF_PATH}?token=${encodeURIComponent(token)}`);
      const form = `<form method="post" action="${action}"><button>Send me no daily letter</button></form>`;
      return show(
        c,
        `<p>Once a day we write to you when something in your inbox is new.</p>${form}`,
      );
    },
  });

  endpoint(api, {
    ...page,
    method: 'post',
    id: 'endDigest',
    summary: 'End the daily letter, by its link or as mail programs do it (RFC 8058)',
    handle: async ({ c, query: { token } }) => {
      const userId = await identify(c, token);
      if (userId === null) return show(c, NOT_VALID, 400);
      await db.update(users).set({ wantsDigest: false }).where(eq(users.id, userId));
      return show(c, OFF);
    },
  });
};
