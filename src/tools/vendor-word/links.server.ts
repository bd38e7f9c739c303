import { domainToASCII } from 'node:url';
import { and, isNull, type SQL } from 'drizzle-orm';
import { getDomain } from 'tldts';
import * as z from 'zod';
import { vendorLinks } from '#content/shared/vendor-word/vendor-word.tables.server.ts';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { hashOf, inDays, isOpenedBy, makeSecret } from '#platform/secret.server.ts';
import { LINK_DAYS, SESSION_HOURS } from './limits.ts';

/** Each customer of a host such as github.io is a domain of its own. */
const OPTIONS = { allowPrivateDomains: true };

/** Hosts where anybody may have a mailbox or a page, beyond those that `tldts` knows as private suffixes. */
const SHARED =
  'aol.com facebook.com github.com gmail.com googlemail.com icloud.com linkedin.com live.com mail.com mail.ru me.com medium.com msn.com notion.site outlook.com proton.me protonmail.com qq.com substack.com twitter.com web.de wixsite.com wordpress.com x.com youtube.com zoho.com 163.com'.split(
    ' ',
  );
/** These have an address in many countries. */
const SHARED_FAMILIES = /^(?:gmx|google|hotmail|yahoo|yandex)\.[a-z.]+$/;

const isShared = (domain: string): boolean =>
  SHARED.includes(domain) || SHARED_FAMILIES.test(domain);

const address = z.email().max(254);

export interface MailAddress {
  email: string;
  /** The part after the @, as DNS has it. */
  host: string;
  /** One mailbox, whatever stands after a plus. */
  mailbox: string;
}

/** An address that a letter can be sent to, or null. A host in any script is read as DNS has it. */
export const readMailAddress = (text: string): MailAddress | null => {
  const at = text.lastIndexOf('@');
  const host = domainToASCII(text.slice(at + 1)).toLowerCase();
  const email = `${text.slice(0, Math.max(0, at))}@${host}`;
  if (!address.safeParse(email).success) return null;
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return { email, host, mailbox: `${name}@${host}` };
};

/** The registrable domain of a vendor's website; null without one, or where many others have theirs too. */
export const domainOfSite = (website: string | null): string | null => {
  if (!website || !URL.canParse(website)) return null;
  const domain = getDomain(new URL(website).hostname, OPTIONS);
  return domain && !isShared(domain) ? domain : null;
};

export const isAtDomain = ({ host }: MailAddress, domain: string | null): boolean =>
  domain !== null && getDomain(host, OPTIONS) === domain;

const HOUR_MS = 3_600_000;

const columns = { id: vendorLinks.id, vendorId: vendorLinks.vendorId, email: vendorLinks.email };

/** The person and the vendor for whom a link or a session of answering speaks. */
export type Speaker = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** A new link; the letter is the only place where its token stands. */
export const makeLink = async (db: Executor, vendorId: number, email: string): Promise<string> => {
  const token = makeSecret();
  const values = { vendorId, email, tokenHash: hashOf(token), expiresAt: inDays(LINK_DAYS) };
  await withoutParams(db.insert(vendorLinks).values(values));
  return token;
};

const isOpen = (token: string) =>
  and(isOpenedBy(token, vendorLinks), isNull(vendorLinks.sessionHash));

const findWhere = async (db: Executor, where: SQL | undefined) => {
  const [link] = await withoutParams(db.select(columns).from(vendorLinks).where(where));
  return link ?? null;
};

/** Looks at a link and leaves it as it is: mail scanners open every address. */
export const findLink = (db: Executor, token: string) => findWhere(db, isOpen(token));

/** Uses a link up; the result is the secret of its one session. */
export const openLink = async (db: Executor, token: string): Promise<string | null> => {
  const secret = makeSecret();
  const sessionUntil = new Date(Date.now() + SESSION_HOURS * HOUR_MS);
  const opened = await withoutParams(
    db
      .update(vendorLinks)
      .set({ sessionHash: hashOf(secret), sessionUntil })
      .where(isOpen(token))
      .returning({ id: vendorLinks.id }),
  );
  return opened.length > 0 ? secret : null;
};

export const findSession = (db: Executor, secret: string) => {
  const { sessionHash: tokenHash, sessionUntil: expiresAt } = vendorLinks;
  return findWhere(db, isOpenedBy(secret, { tokenHash, expiresAt }));
};
