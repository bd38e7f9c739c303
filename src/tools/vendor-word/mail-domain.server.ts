import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import * as z from 'zod';

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
  /** What stands after the @, as DNS has it. */
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
