import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { stampedForm } from '#modules/public-forms/form-parts.ts';
import { mountPublicForm } from '#modules/public-forms/mount-form.server.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import type { FormField } from '#platform/plain-page.ts';
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

/** The form as a plain page: it needs no script, and shows what was typed until it is taken. */
export const mountCorrectionForm = (
  api: Api,
  parts: AppParts,
  receive: (address: string, sent: NewCorrection) => Promise<void>,
) =>
  mountPublicForm(api, parts, {
    path: FORM_PATH,
    tag: CORRECTIONS,
    query: z.object({
      about: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'The page, and after # its part' }),
      sent: z.string().max(10).optional(),
    }),
    get: { id: 'getCorrectionForm', summary: 'A form to say what is wrong on a public page' },
    post: {
      id: 'sendCorrectionForm',
      summary: 'The form, sent: leads on to a page that says thank you, or shows what to correct',
      maxBody: MAX_FORM,
      maxAnonymousBody: MAX_FORM,
      failures: TOO_MANY,
    },
    button: 'Send',
    find: (c) => c.req.query('about'),
    show: async (about, { typed, ...shown }, makeStamp) => ({
      title: 'Something wrong?',
      body:
        `<p>Tell us what is wrong and we check it. What you write is read by the desk alone; ${LEDGER}, in our words and without names.</p>` +
        stampedForm(
          { action: FORM_PATH, fields: FIELDS, stamp: await makeStamp(), button: 'Send' },
          { ...shown, typed: (name) => typed(name) ?? (name === 'path' ? about : undefined) },
        ) +
        '<p class="note"><a href="/privacy-policy">What we store</a></p>',
    }),
    thank: () => ({
      title: 'Thank you',
      body: `<p>The desk reads it soon; ${LEDGER}.</p><p><a href="/">Home</a></p>`,
    }),
    refuse: (reason) => ({
      title: 'Something wrong?',
      body: `<p>${escapeHtml(reason)}</p><p><a href="/corrections">Corrections</a></p>`,
    }),
    receive: async (_about, typed, address) => {
      const [text = '', why] = [typed('text'), typed('why')];
      const sent = {
        path: typed('path') ?? '',
        text: why ? `${text}\n\n${why}` : text,
        url: typed('url') || undefined,
        email: typed('email') || undefined,
      };
      await receive(address, parseAs(newCorrection, sent));
    },
  });
