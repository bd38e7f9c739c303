import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Settings } from '#platform/env.server.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const TIMEOUT_MS = 10_000;

/** Sends plain letters by SMTP_URL; null where none is set. A letter that fails is told, never thrown. */
export const createMailer = ({ SMTP_URL, MAIL_FROM }: Settings, log: Logger) => {
  if (!SMTP_URL) return null;
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail: Mail): Promise<boolean> => {
    try {
      await transport.sendMail({ from: MAIL_FROM, ...mail });
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'a letter could not be sent');
      return false;
    }
  };
};
