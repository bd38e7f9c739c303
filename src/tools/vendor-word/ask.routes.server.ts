import pLimit from 'p-limit';
import * as z from 'zod';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { createFormLimits, createLimit } from '#modules/public-forms/form-limits.server.ts';
import { type Shown, stampedForm } from '#modules/public-forms/form-parts.ts';
import { mountPublicForm } from '#modules/public-forms/mount-form.server.ts';
import { AppError, invalid, notConfigured, orNotFound } from '#platform/errors.ts';
import { escapeHtml } from '#platform/escape-html.ts';
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
import { HEADERS, refusedPage, vendorPage } from './pages.ts';

const NO_SITE =
  'We have no website at a domain of this vendor’s own on record, so that no address can be known as its own.';

const NO_MAIL =
  'The operator of this site has not set up mail, so no link can be sent. Please use the correction form instead.';

/** Where no link can be had: the reason, and the way that is left. */
const closedPage = (vendor: Vendor, reason: string) =>
  vendorPage(
    vendor,
    `<p>${escapeHtml(reason)}</p>` +
      `<p><a href="/corrections/new?about=/vendors/${vendor.slug}">Tell us what is wrong on the profile</a></p>`,
  );

const askForm = (
  { vendor, domain, stamp }: { vendor: Vendor; domain: string; stamp: string },
  shown: Shown,
): string => {
  const email = {
    name: 'email',
    label: `Your e-mail address at ${domain}`,
    note: `We send a link there that opens once, within ${LINK_DAYS} days. Other addresses, free mail among them, get none.`,
    type: 'email',
    max: 254,
    required: true,
  } as const;
  const action = `/vendors/${vendor.slug}/word`;
  return (
    `<p>Do you work at ${escapeHtml(vendor.name)}? Then you can say, feature by feature, what it does and where that is documented, and write one reply. ` +
    'Once an editor has looked at it, it is shown as ‘the vendor states’, with the day and your domain. It never counts as documented, and it changes no order unless a reader asks for that.</p>' +
    stampedForm({ action, fields: [email], stamp, button: 'Send the link' }, shown) +
    '<p class="note">We delete the address 90 days after the decision. <a href="/privacy-policy">What we store</a></p>'
  );
};

/** The same words whether the address was the vendor’s or not. */
const SENT = `If the address is at the vendor’s own domain, a link is on its way to it. At most ${PER_ADDRESS} links a day are sent to one address, and ${PER_VENDOR} for one vendor.`;

const DAY = 86_400;
/** Letters under way; no more of them wait than the forms of a day. */
const AT_ONCE = 2;

const FAILURES = { ...TOO_MANY, 503: 'The operator has not set up mail' } as const;

/** Asking for a link: a call for programs, and a plain form for people. */
export const mountVendorLinks = (api: Api, app: AppParts, findVendor: VendorFinder) => {
  const { settings, connection, makeLimiter, log } = app;
  const { db } = connection;
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

  mountPublicForm(api, app, {
    path: '/vendors/{slug}/word',
    tag: VENDOR_WORD,
    params: z.object({ slug: z.string().min(1).max(200) }),
    query: z.object({ sent: z.string().max(10).optional() }),
    headers: HEADERS,
    get: {
      id: 'getVendorLinkForm',
      summary: 'A form by which somebody at a vendor asks for a link',
      failures: { 404: 'No such vendor' },
    },
    post: {
      id: 'sendVendorLinkForm',
      summary: 'The form, sent: leads on to a page that says the same to everybody',
      failures: { 404: 'No such vendor', ...FAILURES },
    },
    button: 'the button',
    find: async (c) => orNotFound(await findVendor(c.req.param('slug') ?? ''), 'Vendor'),
    show: async (vendor, shown, makeStamp) => {
      const domain = domainOfSite(vendor.website);
      if (!settings.SMTP_URL) return closedPage(vendor, NO_MAIL);
      if (!domain) return closedPage(vendor, NO_SITE);
      return vendorPage(vendor, askForm({ vendor, domain, stamp: await makeStamp() }, shown));
    },
    thank: (vendor) => vendorPage(vendor, `<p>${SENT}</p>`),
    refuse: refusedPage,
    receive: ({ slug: vendor }, typed, address) =>
      ask(address, { vendor, email: typed('email') ?? '' }),
  });

  return [askCall];
};
