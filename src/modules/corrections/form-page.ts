import { escapeHtml } from '#platform/escape-html.ts';
import { type PlainPage, plainField } from '#platform/plain-page.ts';
import { MAX_ADDRESS, MAX_TEXT } from './corrections.schema.ts';

export const FORM_PATH = '/corrections/new';

/** Hidden from people: whoever fills it in is a program. */
export const TRAP = 'website';

export const FORM_FIELDS = ['path', 'text', 'why', 'url', 'email'] as const;
export type Typed = Partial<Record<(typeof FORM_FIELDS)[number], string>>;

const MAX_EMAIL = 254;

interface Shown {
  typed: Typed;
  stamp: string;
  /** About the whole form. */
  notice?: string | undefined;
  problems?: Record<string, string> | undefined;
}

const LEDGER = '<a href="/corrections">every decision is public</a>';

/** The form, with whatever was typed and what was wrong with it. */
export const formPage = ({ typed, stamp, notice, problems = {} }: Shown): PlainPage => ({
  title: 'Something wrong?',
  body:
    `<p>Tell us what is wrong and we check it. What you write is read by the desk alone; ${LEDGER}, in our words and without names.</p>` +
    (notice ? `<p class="problem" role="alert">${escapeHtml(notice)}</p>` : '') +
    `<form method="post" action="${FORM_PATH}">` +
    plainField({
      name: 'path',
      label: 'Page of this site',
      value: typed.path,
      problem: problems.path,
      max: MAX_ADDRESS,
      required: true,
    }) +
    plainField({
      name: 'text',
      label: 'What is wrong?',
      value: typed.text,
      note: `With your reason, at most ${MAX_TEXT.toLocaleString('en')} characters.`,
      problem: problems.text,
      rows: 6,
      max: MAX_TEXT,
      required: true,
    }) +
    plainField({
      name: 'why',
      label: 'Why? (optional)',
      value: typed.why,
      rows: 3,
      max: MAX_TEXT,
    }) +
    plainField({
      name: 'url',
      label: 'An address that shows it (optional)',
      value: typed.url,
      problem: problems.url,
      max: MAX_ADDRESS,
    }) +
    plainField({
      name: 'email',
      label: 'Your e-mail, for our answer (optional)',
      value: typed.email,
      note: 'We answer once and delete the address 90 days after the decision.',
      problem: problems.email,
      type: 'email',
      max: MAX_EMAIL,
    }) +
    `<div class="away" aria-hidden="true"><label for="${TRAP}">Leave this empty</label>` +
    `<input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>` +
    `<input type="hidden" name="stamp" value="${escapeHtml(stamp)}"><button>Send</button></form>` +
    '<p class="note"><a href="/privacy-policy">What we store</a></p>',
});

export const sentPage = (): PlainPage => ({
  title: 'Thank you',
  body: `<p>The desk reads it soon; ${LEDGER}.</p><p><a href="/">Home</a></p>`,
});

/** Where nothing can be taken just now. */
export const closedPage = (reason: string): PlainPage => ({
  title: 'Something wrong?',
  body: `<p>${escapeHtml(reason)}</p><p><a href="/corrections">Corrections</a></p>`,
});
