import pLimit from 'p-limit';
import * as z from 'zod';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { createFormLimits, createLimit } from '#modules/public-forms/form-limits.server.ts';
import { TRAP } from '#modules/public-forms/form-parts.ts';
import { createFormStamps } from '#modules/public-forms/form-stamp.server.ts';
import { AppError, invalid, notConfigured, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import {
  LINK_DAYS,
  PER_ADDRESS,
  PER_DAY,
  PER_NETWORK,
  PER_VENDOR,
  SESSION_HOURS,
  VENDOR_WORD,
} from './limits.ts';
import {
  domainOfSite,
  isAtDomain,
  type MailAddress,
  makeLink,
  readMailAddress,
} from './links.server.ts';
import { askPage, closedPage, SENT, sentPage } from './pages.ts';
import { createVendorReplies } from './plain-replies.server.ts';

const AGAIN =
  'Nothing was sent yet: the form was open for less than three seconds, or for more than a day. Please press the button again.';
const NO_SITE =
  'We have no website at a domain of this vendor’s own on record, so that no address can be known as its own.';

const NO_MAIL =
  'The operator of this site has not set up mail, so no link can be sent. Please use the correction form instead.';

const DAY = 86_400;
/** Letters that wait for the mail server; more are not taken. */
const MOST_WAITING = 200;
const AT_ONCE = 2;

const FAILURES = { ...TOO_MANY, 503: 'The operator has not set up mail' } as const;

/** Asking for a link: a call for programs, and a plain form for people. */
export const mountVendorLinks = (api: Api, app: AppParts, findVendor: VendorFinder) => {
  const { settings, connection, makeLimiter, log } = app;
  const { db } = connection;
  const stamps = createFormStamps(db);
  const { sendPage, sendFailure, leadOn, orRefuse } = createVendorReplies(settings);

  const sendMail = createMailer(settings, log);
  const inTurn = pLimit(AT_ONCE);
  const countOne = createFormLimits(makeLimiter, {
    name: 'vendor-link',
    perNetwork: PER_NETWORK,
    perDay: PER_DAY,
  });
  const limitOf = (name: string, points: number) =>
    createLimit(makeLimiter, { name: `vendor-link-${name}`, points, seconds: DAY });
  const [ofMailbox, ofVendor] = [limitOf('mailbox', PER_ADDRESS), limitOf('vendor', PER_VENDOR)];

  const sendLink = async ({ id, name, website }: Vendor, to: MailAddress) => {
    if (!isAtDomain(to, domainOfSite(website))) return;
    await ofMailbox.count(to.mailbox);
    await ofVendor.count(String(id));
    const token = await makeLink(db, id, to.email);
    await sendMail({
      to: to.email,
      subject: `What ${name} states on ${settings.SITE_NAME}`,
      blocks: [
        `Somebody, we hope you, asked to answer for ${name} on ${settings.SITE_NAME}.`,
        `This link opens once, within ${LINK_DAYS} days, and then for ${SESSION_HOURS} hours:`,
        { link: `${settings.SITE_URL}/vendor-word?token=${token}` },
        'If you did not ask for it, there is nothing to do: without the link nobody can answer.',
      ],
    });
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

  /**
   * Takes a wish for a link. Whether the address is the vendor's is looked at after the response is on its way: neither
   * its words nor its time tell.
   */
  const ask = async (
    address: string,
    { vendor: slug, email }: { vendor: string; email: string },
  ) => {
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
  };

  const askCall = endpoint(api, {
    method: 'post',
    id: 'askForVendorLink',
    path: '/api/vendor-links',
    tag: VENDOR_WORD,
    summary:
      'A one-time link to an address at the vendor’s own domain; the response does not tell whether the address was',
    access: 'public',
    body: z.strictObject({
      vendor: z.string().min(1).max(200).meta({ description: 'Slug', example: 'addepar' }),
      email: z.string().min(3).max(254).meta({ example: 'name@vendor.example' }),
    }),
    response: z.object({ message: z.string() }).meta({ id: 'VendorLinkAsked' }),
    status: 202,
    failures: FAILURES,
    handle: async ({ c, body }) => {
      await ask(addressOf(c, settings.TRUST_PROXY), body);
      return { message: SENT };
    },
  });

  const page = {
    path: '/vendors/{slug}/word',
    tag: VENDOR_WORD,
    access: 'public',
    cacheable: false,
    params: z.object({ slug: z.string().min(1).max(200) }),
    mediaType: 'text/html',
  } as const;

  const showForm = async (
    vendor: Vendor,
    shown: Omit<Parameters<typeof askPage>[0], 'vendor' | 'domain' | 'stamp'> = {},
  ) => {
    const domain = domainOfSite(vendor.website);
    if (!settings.SMTP_URL) return closedPage(vendor, NO_MAIL);
    if (!domain) return closedPage(vendor, NO_SITE);
    return askPage({ ...shown, vendor, domain, stamp: await stamps.make() });
  };

  const find = async (slug: string) => {
    const vendor = await findVendor(slug);
    if (!vendor) throw notFound('Vendor');
    return vendor;
  };

  endpoint(api, {
    ...page,
    method: 'get',
    id: 'getVendorLinkForm',
    summary: 'A form by which somebody at a vendor asks for a link',
    query: z.object({ sent: z.string().max(10).optional() }),
    failures: { 404: 'No such vendor' },
    handle: ({ c, params, query }) =>
      orRefuse(c, async () => {
        const vendor = await find(params.slug);
        return sendPage(c, query.sent ? sentPage(vendor) : await showForm(vendor));
      }),
  });

  endpoint(api, {
    ...page,
    method: 'post',
    id: 'sendVendorLinkForm',
    summary: 'The form, sent: leads on to a page that says the same to everybody',
    bodyType: 'application/x-www-form-urlencoded',
    status: 303,
    failures: { 404: 'No such vendor', ...FAILURES },
    handle: async ({ c, params }) => {
      const sent = new URLSearchParams(await c.req.text());
      const email = (sent.get('email') ?? '').trim();
      return orRefuse(c, async () => {
        const vendor = await find(params.slug);
        const thank = () => leadOn(c, `/vendors/${vendor.slug}/word?sent=1`);
        if (sent.get(TRAP)) return thank();
        try {
          if (!(await stamps.isGood(sent.get('stamp') ?? ''))) throw new AppError('invalid', AGAIN);
          await ask(addressOf(c, settings.TRUST_PROXY), { vendor: vendor.slug, email });
          return thank();
        } catch (error) {
          return await sendFailure(c, error, ({ message, fields }) =>
            showForm(vendor, { email, notice: fields ? undefined : message, problems: fields }),
          );
        }
      });
    },
  });

  return [askCall];
};
