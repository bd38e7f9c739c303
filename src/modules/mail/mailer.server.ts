import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import * as z from 'zod';
import { domainOf, type Settings } from '#platform/env.server.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { isPublicAddress, isPublicName } from '#platform/public-address.server.ts';
import { inSpan } from '#platform/traces/in-span.server.ts';

/** A paragraph, somebody else's words, or an address on a line of its own. */
export type MailBlock = string | { quote: string } | { link: string };

const asText = (block: MailBlock): string => {
  if (typeof block === 'string') return block;
  if ('link' in block) return block.link;
  return block.quote.replace(/^/gm, '> ');
};

const asHtml = (block: MailBlock): string => {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`;
  if ('link' in block) {
    const address = escapeHtml(block.link);
    return `<p><a href="${address}">${address}</a></p>`;
  }
  return `<blockquote>${escapeHtml(block.quote).replaceAll('\n', '<br>')}</blockquote>`;
};

/** One letter as plain text and as HTML, from the same blocks: no pictures, no styles, and every link says where it leads. */
const writeLetter = (blocks: readonly MailBlock[]) => ({
  text: `${blocks.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body>${blocks.map(asHtml).join('\n')}</body></html>\n`,
});

export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  blocks: readonly MailBlock[];
  /** Where letters like this one are ended, for the button of mail programs (RFC 8058). */
  unsubscribe?: string;
}

/** Resolves to whether the mail server took the letter; never throws. */
export type SendMail = (mail: Mail) => Promise<boolean>;

const TIMEOUT_MS = 10_000;
const SUBJECT_CHARACTERS = 200;
const NOT_PUBLIC = 'The mail server is not at a public address';

const recipient = z.email().max(254);

/** A subject is one line: what somebody typed may be part of it, and never begins a header. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_CHARACTERS);

/** RFC 8058 asks that both headers of a link that ends letters are signed, which is more than the default. */
const SIGNED =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

const endingBy = (link: string | undefined) =>
  link
    ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};

const signatureOf = ({ DKIM_SELECTOR, DKIM_PRIVATE_KEY, MAIL_FROM }: Settings) =>
  DKIM_SELECTOR && DKIM_PRIVATE_KEY && MAIL_FROM
    ? {
        dkim: {
          domainName: domainOf(MAIL_FROM),
          keySelector: DKIM_SELECTOR,
          privateKey: DKIM_PRIVATE_KEY,
          headerFieldNames: SIGNED,
        },
      }
    : {};

/** By nodemailer's codes; the mail server's own words may repeat a password. */
const REASONS: Record<string, string> = {
  EAUTH: 'The mail server refused the user name or the password',
  EDNS: 'The name of the mail server is not known',
  ENOTFOUND: 'The name of the mail server is not known',
  EENVELOPE: 'The mail server refused the sender or the recipient',
  EMESSAGE: 'The mail server refused the letter',
  ETLS: 'No safe connection to the mail server came about',
  ETIMEDOUT: 'The mail server did not answer in time',
  ECONNECTION: 'The mail server could not be reached',
  ESOCKET: 'The mail server could not be reached',
};

/** In words for the panel. */
export const sayMailFailure = (error: unknown): string => {
  if (error instanceof Error && error.message === NOT_PUBLIC) return NOT_PUBLIC;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? 'The mail server did not take the letter';
};

/** Of a server that an owner named, the address that was judged is the one that is reached. */
const guardServer = async ({ GIVEN, FETCH_ALLOW_HOSTS }: Settings, address: string) => {
  const url = new URL(address);
  if (GIVEN.has('SMTP_URL') || FETCH_ALLOW_HOSTS.includes(url.host)) return address;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const isOpen = isIP(name) ? isPublicAddress(name) : isPublicName(name);
  const found = isOpen ? await lookup(name, { all: true }) : [];
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address)))
    throw new Error(NOT_PUBLIC);
  url.hostname = first.family === 6 ? `[${first.address}]` : first.address;
  if (!isIP(name)) url.searchParams.set('tls.servername', name);
  return url.href;
};

/** Sends a letter by the mail server of the settings; throws where that fails. */
export const sendLetter = async (settings: Settings, mail: Mail) => {
  const { to, subject, blocks, unsubscribe } = mail;
  const { SMTP_URL, MAIL_FROM, SITE_URL } = settings;
  if (!SMTP_URL) throw new Error('No mail server is set');
  const host = new URL(SITE_URL).hostname;
  const transport = createTransport({
    url: await guardServer(settings, SMTP_URL),
    // The name that the mail server hears: never that of the machine.
    name: host,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...signatureOf(settings),
  });
  const describeSending = () => ({
    name: 'send mail',
    attributes: {
      'network.protocol.name': 'smtp',
      'server.address': new URL(SMTP_URL).hostname,
    },
  });
  await inSpan('outbound', describeSending, () =>
    transport.sendMail({
      from: MAIL_FROM,
      to: { name: '', address: to },
      subject: oneLine(subject),
      messageId: `<${randomUUID()}@${host}>`,
      // RFC 3834: out-of-office replies are not sent to a machine.
      headers: { 'Auto-Submitted': 'auto-generated', ...endingBy(unsubscribe) },
      xMailer: false,
      ...writeLetter(blocks),
    }),
  );
};

/** Sends letters where mail is set up. A letter that fails is told in the log, without its address. */
export const createMailer = (settings: Settings, log: Logger): SendMail => {
  const fail = (reason: string) => {
    log.warn({ reason }, 'a letter could not be sent');
    return false;
  };
  return async (mail) => {
    const { to } = mail;
    if (!settings.SMTP_URL) return false;
    if (!recipient.safeParse(to).success) return fail('The recipient is no plain address');
    try {
      await sendLetter(settings, mail);
      return true;
    } catch (error) {
      return fail((error instanceof Error ? error.message : String(error)).replaceAll(to, '…'));
    }
  };
};
