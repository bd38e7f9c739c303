import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { domainOf, type Settings } from '#platform/env.server.ts';
import { escapeHtml } from '#platform/escape-html.ts';

const mailBlock = z.union([
  z.string(),
  z.object({ quote: z.string() }),
  z.object({ link: z.string() }),
]);

/** A paragraph, somebody else's words, or an address on a line of its own. */
export type MailBlock = z.output<typeof mailBlock>;

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

/** One e-mail as plain text and as HTML, from the same blocks: no pictures, no styles, and every link is spelled out. */
const writeTexts = (blocks: readonly MailBlock[]) => ({
  text: `${blocks.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body>${blocks.map(asHtml).join('\n')}</body></html>\n`,
});

export const mailSchema = z.object({
  /** One address, without a name. */
  to: z.email().max(254),
  subject: z.string(),
  blocks: z.array(mailBlock),
});

export type Mail = z.output<typeof mailSchema>;

const TIMEOUT_MS = 10_000;
const SUBJECT_CHARACTERS = 200;

/** A subject is one line: what somebody typed may be part of it, and never begins a header. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_CHARACTERS);

const signatureOf = ({ DKIM_SELECTOR, DKIM_PRIVATE_KEY, MAIL_FROM }: Settings) =>
  DKIM_SELECTOR && DKIM_PRIVATE_KEY && MAIL_FROM
    ? {
        dkim: {
          domainName: domainOf(MAIL_FROM),
          keySelector: DKIM_SELECTOR,
          privateKey: DKIM_PRIVATE_KEY,
        },
      }
    : {};

/** By nodemailer's codes; the mail server's own words may repeat a password. */
const REASONS: Record<string, string> = {
  EAUTH: 'The mail server refused the user name or the password',
  EDNS: 'The name of the mail server is not known',
  ENOTFOUND: 'The name of the mail server is not known',
  EENVELOPE: 'The mail server refused the sender or the recipient',
  EMESSAGE: 'The mail server refused the e-mail',
  ETLS: 'No safe connection to the mail server came about',
  ETIMEDOUT: 'The mail server did not answer in time',
  ECONNECTION: 'The mail server could not be reached',
  ESOCKET: 'The mail server could not be reached',
};

/** In words for the panel. */
export const sayMailFailure = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? 'The mail server did not take the e-mail';
};

/** Sends an e-mail by the mail server of the settings; throws where that fails. */
export const sendMail = async (settings: Settings, mail: Mail) => {
  const { to, subject, blocks } = mail;
  const { SMTP_URL, MAIL_FROM, SITE_URL } = settings;
  if (!SMTP_URL) throw new Error('No mail server is set');
  const host = new URL(SITE_URL).hostname;
  const transport = createTransport({
    url: SMTP_URL,
    // The name that the mail server hears: never that of the machine.
    name: host,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...signatureOf(settings),
  });
  await transport.sendMail({
    from: MAIL_FROM,
    to: { name: '', address: to },
    subject: oneLine(subject),
    messageId: `<${randomUUID()}@${host}>`,
    // RFC 3834: out-of-office replies are not sent to a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    ...writeTexts(blocks),
  });
};
