import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import * as z from 'zod';

/** Each customer of a host such as github.io is a domain of its own. */
const OPTIONS = { allowPrivateDomains: true };

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

/** The registrable domain of a vendor's website; null without one. */
export const domainOfSite = (website: string | null): string | null =>
  website && URL.canParse(website) ? getDomain(new URL(website).hostname, OPTIONS) : null;

/** Free mail is refused by this alone: its domain is not the vendor's. */
export const isAtDomain = ({ host }: MailAddress, domain: string | null): boolean =>
  domain !== null && getDomain(host, OPTIONS) === domain;
