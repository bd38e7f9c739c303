import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { sealFor, unsealAs } from '#modules/auth/sealed.server.ts';
import { asUnavailable } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { type FormField, type PlainPage, plainField, plainPage } from '#platform/plain-page.ts';
import { parseAs } from '#platform/problems.ts';
import {
  CORRECTIONS,
  MAX_ADDRESS,
  MAX_TEXT,
  type NewCorrection,
  newCorrection,
} from './corrections.schema.ts';

const FORM_PATH = '/corrections/new';

const FIELDS: readonly FormField[] = [
  { name: 'path', label: 'Page of this site', max: MAX_ADDRESS, required: true },
  {
    name: 'text',
    label: 'What is wrong?',
    note: `With your reason, at most ${MAX_TEXT.toLocaleString('en')} characters.`,
    rows: 6,
    max: MAX_TEXT,
    required: true,
  },
  { name: 'why', label: 'Why? (optional)', rows: 3, max: MAX_TEXT },
  { name: 'url', label: 'An address that shows it (optional)', max: MAX_ADDRESS },
  {
    name: 'isFromVendor',
    label: 'I work for this vendor',
    note: 'We publish what a public page shows, so please give its address.',
    type: 'checkbox',
  },
  {
    name: 'email',
    label: 'Your e-mail, for our answer (optional)',
    note: 'We answer once and delete the address 90 days after the decision.',
    type: 'email',
    max: 254,
  },
];

const LEDGER = '<a href="/corrections">every decision is public</a>';

/** Two thousand characters of any script, each byte escaped, and the other fields. */
const MAX_FORM = 32_768;
/** Hidden from people: only a program fills it in. */
const TRAP = 'website';
/** A person reads a form before sending it; a program does not. */
const QUICKEST_MS = 3000;
const DAY_MS = 86_400_000;

const stampSchema = z.object({ opened: z.number() });

/** The text of a field as it was typed; undefined where the form had no such field. */
type Typed = (name: string) => string | undefined;

/** The fields of the form as they were typed, and what is wrong with them. */
interface Shown {
  typed: Typed;
  /** About the whole form. */
  notice?: string | undefined;
  problems?: Readonly<Record<string, string>> | undefined;
}

const readTyped = async (c: Context<Env>): Promise<Typed> => {
  const sent = new URLSearchParams(await c.req.text());
  // Browsers count a line break as one character and send two.
  return (name) => sent.get(name)?.replaceAll('\r\n', '\n').trim();
};

const formPage = (stamp: string, { typed, notice, problems = {} }: Shown): PlainPage => {
  const fields = FIELDS.map((field) =>
    plainField({ ...field, value: typed(field.name), problem: problems[field.name] }),
  );
  return {
    title: 'Something wrong?',
    body:
      `<p>Tell us what is wrong and we check it. What you write is read by the desk alone; ${LEDGER}, in our words and without names.</p>` +
      (notice ? `<p class="problem" role="alert">${escapeHtml(notice)}</p>` : '') +
      `<form method="post" action="${FORM_PATH}">${fields.join('')}` +
      `<div class="away" aria-hidden="true"><label for="${TRAP}">Leave this empty</label>` +
      `<input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>` +
      `<input type="hidden" name="stamp" value="${escapeHtml(stamp)}"><button>Send</button></form>` +
      '<p class="note"><a href="/privacy-policy">What we store</a></p>',
  };
};

const THANKS: PlainPage = {
  title: 'Thank you',
  body: `<p>The desk reads it soon; ${LEDGER}.</p><p><a href="/">Home</a></p>`,
};

/** Where the form itself cannot be shown. */
const refusedPage = ({ message }: AppError): PlainPage => ({
  title: 'Something wrong?',
  body: `<p>${escapeHtml(message)}</p><p><a href="/corrections">Corrections</a></p>`,
});

const readCorrection = (typed: Typed): NewCorrection => {
  const text = typed('text') ?? '';
  const why = typed('why');
  return parseAs(newCorrection, {
    path: typed('path') ?? '',
    text: why ? `${text}\n\n${why}` : text,
    url: typed('url') || undefined,
    email: typed('email') || undefined,
    isFromVendor: typed('isFromVendor') !== undefined,
  });
};

/** The form as a plain page: it needs no script, and shows what was typed until it is taken. */
export const mountCorrectionForm = (
  api: Api,
  { connection: { db }, settings }: AppParts,
  receive: (address: string, sent: NewCorrection) => Promise<void>,
) => {
  const sendPage = (c: Context<Env>, page: PlainPage, status: ContentfulStatusCode = 200) =>
    c.html(plainPage(page, settings.site.siteName), status);

  /** A failure that a person may read is a page of its status; anything else is thrown on. */
  const showFailure = async (
    c: Context<Env>,
    error: unknown,
    show: (failure: AppError) => Promise<PlainPage> | PlainPage,
  ) => {
    const failure = asUnavailable(error) ?? error;
    if (!(failure instanceof AppError)) throw error;
    const page = await show(failure);
    for (const [name, value] of Object.entries(failure.headers ?? {})) c.header(name, value);
    return sendPage(c, page, failure.status as ContentfulStatusCode);
  };

  /** Its stamp is the sealed moment at which it was opened: nobody can make one up, and it ends after a day. */
  const showForm = async (shown: Shown) =>
    formPage(await sealFor(db, { opened: Date.now() }, DAY_MS), shown);

  const requireStamp = async (stamp: string) => {
    const opened = await unsealAs(db, stampSchema, stamp);
    if (opened !== undefined && Date.now() - opened.opened >= QUICKEST_MS) return;
    throw new AppError(
      'invalid',
      'Nothing was sent yet: the form was open for less than three seconds, or for more than a day. Please press Send again.',
    );
  };

  const base = {
    path: FORM_PATH,
    tag: CORRECTIONS,
    access: 'public',
    mediaType: 'text/html',
  } as const;

  endpoint(api, {
    ...base,
    method: 'get',
    id: 'getCorrectionForm',
    summary: 'A form to say what is wrong on a public page',
    query: z.object({
      about: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'The page, and after # its part' }),
      sent: z.string().max(10).optional(),
    }),
    handle: async ({ c, query: { about, sent } }) => {
      if (sent) return sendPage(c, THANKS);
      const typed: Typed = (name) => (name === 'path' ? about : undefined);
      try {
        return sendPage(c, await showForm({ typed }));
      } catch (error) {
        return showFailure(c, error, refusedPage);
      }
    },
  });

  endpoint(api, {
    ...base,
    method: 'post',
    id: 'sendCorrectionForm',
    summary: 'The form, sent: leads on to a page that says thank you, or shows what to correct',
    bodyType: 'application/x-www-form-urlencoded',
    status: 303,
    maxBody: MAX_FORM,
    maxAnonymousBody: MAX_FORM,
    failures: TOO_MANY,
    handle: async ({ c }) => {
      const typed = await readTyped(c);
      const showAgain = ({ message, fields }: AppError) =>
        showForm({ typed, notice: fields ? undefined : message, problems: fields });
      try {
        if (!typed(TRAP)) {
          await requireStamp(typed('stamp') ?? '');
          await receive(addressOf(c, settings.TRUST_PROXY), readCorrection(typed));
        }
        return c.redirect(`${FORM_PATH}?sent=1`, 303);
      } catch (error) {
        // Without the database there is no stamp for another form.
        const again = showFailure(c, error, showAgain);
        return again.catch((second: unknown) => showFailure(c, second, refusedPage));
      }
    },
  });
};
