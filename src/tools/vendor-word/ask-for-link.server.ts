import pLimit from 'p-limit';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { createFormLimits, createLimit } from '#modules/public-forms/form-limits.server.ts';
import { AppError, invalid, notConfigured } from '#platform/errors.ts';
import {
  LINK_DAYS,
  PER_ADDRESS,
  PER_DAY,
  PER_NETWORK,
  PER_VENDOR,
  SESSION_HOURS,
} from './limits.ts';
import { makeLink } from './links.server.ts';
import {
  domainOfSite,
  isAtDomain,
  type MailAddress,
  readMailAddress,
} from './mail-domain.server.ts';

export const NO_MAIL =
  'The operator of this site has not set up mail, so no link can be sent. Please use the correction form instead.';

const DAY = 86_400;
/** Letters that wait for the mail server; more are not taken. */
const MOST_WAITING = 200;
const AT_ONCE = 2;

interface Asked {
  vendor: string;
  email: string;
}

/**
 * Takes a wish for a link. Whether the address is the vendor's is looked at after the response is on its way: neither
 * its words nor its time tell.
 */
export const createLinkAsker = (
  { settings, connection: { db, pool }, log }: Pick<AppParts, 'settings' | 'connection' | 'log'>,
  findVendor: VendorFinder,
) => {
  const sendMail = createMailer(settings, log);
  const inTurn = pLimit(AT_ONCE);
  const countOne = createFormLimits(pool, {
    name: 'vendor-link',
    perNetwork: PER_NETWORK,
    perDay: PER_DAY,
  });
  const limitOf = (name: string, points: number) =>
    createLimit(pool, { name: `vendor-link-${name}`, points, seconds: DAY });
  const ofMailbox = limitOf('mailbox', PER_ADDRESS);
  const ofVendor = limitOf('vendor', PER_VENDOR);

  const letter = ({ name }: Vendor, { email }: MailAddress, token: string) => ({
    to: email,
    subject: `What ${name} states on ${settings.SITE_NAME}`,
    blocks: [
      `Somebody, we hope you, asked to answer for ${name} on ${settings.SITE_NAME}.`,
      `This link opens once, within ${LINK_DAYS} days, and then for ${SESSION_HOURS} hours:`,
      { link: `${settings.SITE_URL}/vendor-word?token=${token}` },
      'If you did not ask for it, there is nothing to do: without the link nobody can answer.',
    ],
  });

  const sendLink = async (vendor: Vendor, to: MailAddress) => {
    if (!isAtDomain(to, domainOfSite(vendor.website))) return;
    await ofMailbox.count(to.mailbox);
    await ofVendor.count(String(vendor.id));
    await sendMail(letter(vendor, to, await makeLink(db, vendor.id, to.email)));
  };

  const sendLater = (vendor: Vendor, to: MailAddress) => {
    if (inTurn.pendingCount >= MOST_WAITING) return;
    inTurn(() => sendLink(vendor, to)).catch((error: unknown) => {
      // Too many links for one address or vendor: the form says how many there are.
      if (error instanceof AppError && error.code === 'too-many') return;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'a link for a vendor could not be made');
    });
  };

  return {
    hasMail: () => settings.SMTP_URL !== undefined,
    async ask(address: string, { vendor: slug, email }: Asked) {
      if (!settings.SMTP_URL) throw notConfigured(NO_MAIL);
      await countOne(address);
      const to = readMailAddress(email.trim());
      const vendor = await findVendor(slug);
      const problems = {
        ...(vendor ? {} : { vendor: 'There is no such vendor' }),
        ...(to ? {} : { email: 'This is not an e-mail address' }),
      };
      if (!vendor || !to) throw invalid(problems);
      sendLater(vendor, to);
    },
  };
};
