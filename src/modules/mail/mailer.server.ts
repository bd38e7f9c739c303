import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import * as z from 'zod';
import { domainOf, type Settings } from '#platform/env.server.ts';
import { inSpan } from '#platform/traces/in-span.server.ts';
import { type MailBlock, writeLetter } from './letter.ts';

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

/** Sends letters by SMTP_URL; null where none is set. A letter that fails is told in the log, without its address. */
export const createMailer = (settings: Settings, log: Logger): SendMail | null => {
  const { SMTP_URL, MAIL_FROM, SITE_URL } = settings;
  if (!SMTP_URL) return null;
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
  const describeSending = () => ({
    name: 'send mail',
    attributes: {
      'network.protocol.name': 'smtp',
      'server.address': new URL(SMTP_URL).hostname,
    },
  });
  const fail = (reason: string) => {
    log.warn({ reason }, 'a letter could not be sent');
    return false;
  };
  return async ({ to, subject, blocks, unsubscribe }) => {
    if (!recipient.safeParse(to).success) return fail('The recipient is no plain address');
    try {
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
      return true;
    } catch (error) {
      return fail((error instanceof Error ? error.message : String(error)).replaceAll(to, '…'));
    }
  };
};
