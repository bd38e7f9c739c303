import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { alertOf, endOfForm, TRAP } from '#modules/public-forms/form-parts.ts';
import { createFormStamps } from '#modules/public-forms/form-stamp.server.ts';
import { createReplies } from '#modules/public-forms/plain-replies.server.ts';
import { asUnavailable, isReadOnly } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { type PlainPage, plainField } from '#platform/plain-page.ts';
import { problemsOf } from '#platform/problems.ts';
import {
  CORRECTIONS,
  MAX_ADDRESS,
  MAX_TEXT,
  type NewCorrection,
  newCorrection,
} from './corrections.schema.ts';

const FORM_PATH = '/corrections/new';

const FIELDS: readonly Parameters<typeof plainField>[0][] = [
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
    name: 'email',
    label: 'Your e-mail, for our answer (optional)',
    note: 'We answer once and delete the address 90 days after the decision.',
    type: 'email',
    max: 254,
  },
];

type Typed = Partial<Record<string, string>>;

interface Shown {
  typed: Typed;
  /** About the whole form. */
  notice?: string | undefined;
  problems?: Record<string, string> | undefined;
}

const LEDGER = '<a href="/corrections">every decision is public</a>';

/** The form, with whatever was typed and what was wrong with it. */
const formPage = ({ typed, notice, problems = {} }: Shown, stamp: string): PlainPage => ({
  title: 'Something wrong?',
  body:
    `<p>Tell us what is wrong and we check it. What you write is read by the desk alone; ${LEDGER}, in our words and without names.</p>` +
    alertOf(notice) +
    `<form method="post" action="${FORM_PATH}">` +
    FIELDS.map((field) =>
      plainField({ ...field, value: typed[field.name], problem: problems[field.name] }),
    ).join('') +
    endOfForm(stamp, 'Send') +
    '<p class="note"><a href="/privacy-policy">What we store</a></p>',
});

const sentPage = (): PlainPage => ({
  title: 'Thank you',
  body: `<p>The desk reads it soon; ${LEDGER}.</p><p><a href="/">Home</a></p>`,
});

/** Where nothing can be taken just now. */
const closedPage = (reason: string): PlainPage => ({
  title: 'Something wrong?',
  body: `<p>${escapeHtml(reason)}</p><p><a href="/corrections">Corrections</a></p>`,
});

/** Two thousand characters of any script, each byte escaped, and the other fields. */
const MAX_FORM = 32_768;
const AGAIN =
  'Nothing was sent yet: the form was open for less than three seconds, or for more than a day. Please press Send again.';

const readForm = async (c: Context<Env>) => {
  const sent = new URLSearchParams(await c.req.text());
  // Browsers count a line break as one character and send two.
  const read = (name: string) => (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const typed: Typed = Object.fromEntries(FIELDS.map(({ name }) => [name, read(name)]));
  return { typed, stamp: read('stamp'), isTrapped: read(TRAP) !== '' };
};

const parseTyped = ({ path, text, why, url, email }: Typed) =>
  newCorrection.safeParse(
    {
      path,
      text: why ? `${text}\n\n${why}` : text,
      ...(url ? { url } : {}),
      ...(email ? { email } : {}),
    },
    { reportInput: true },
  );

/** The form as a plain page: it needs no script, and shows what was typed until it is taken. */
export const mountCorrectionForm = (
  api: Api,
  { connection: { db }, settings }: AppParts,
  receive: (address: string, sent: NewCorrection) => Promise<void>,
) => {
  const stamps = createFormStamps(db);
  const { sendPage, sendFailure, leadOn } = createReplies(settings);
  const base = {
    path: FORM_PATH,
    tag: CORRECTIONS,
    access: 'public',
    cacheable: false,
    mediaType: 'text/html',
  } as const;

  const showForm = async (shown: Shown) => formPage(shown, await stamps.make());

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
      if (sent) return sendPage(c, sentPage());
      try {
        return sendPage(c, await showForm({ typed: { path: about } }));
      } catch (error) {
        const unavailable = asUnavailable(error);
        if (!unavailable) throw error;
        return sendPage(c, closedPage(unavailable.message), isReadOnly(error) ? 200 : 503);
      }
    },
  });

  endpoint(api, {
    ...base,
    method: 'post',
    id: 'sendCorrectionForm',
    summary: 'The form, sent: leads on to a page that says thank you, or shows what to correct',
    bodyType: 'application/x-www-form-urlencoded',
    maxBody: MAX_FORM,
    maxAnonymousBody: MAX_FORM,
    status: 303,
    failures: TOO_MANY,
    handle: async ({ c }) => {
      const { typed, stamp, isTrapped } = await readForm(c);
      const thank = () => leadOn(c, `${FORM_PATH}?sent=1`);
      if (isTrapped) return thank();
      const parsed = parseTyped(typed);
      try {
        if (!parsed.success) throw invalid(problemsOf(parsed.error));
        if (!(await stamps.isGood(stamp))) throw new AppError('invalid', AGAIN);
        await receive(addressOf(c, settings.TRUST_PROXY), parsed.data);
        return thank();
      } catch (error) {
        // The form again, with a sentence where it could not be taken.
        return sendFailure(c, error, ({ message, fields }) =>
          showForm({ typed, notice: fields ? undefined : message, problems: fields }).catch(() =>
            closedPage(message),
          ),
        );
      }
    },
  });
};
