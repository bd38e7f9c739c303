import type { Context } from 'hono';
import { escapeHtml } from '#platform/escape-html.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { type FormField, plainField } from '#platform/plain-page.ts';

/** Hidden from people: whoever fills it in is a program. */
export const TRAP = 'website';

/** The text of a field of the form; undefined where the form had no such field. */
export type Typed = (name: string) => string | undefined;

/** The state of a form: its fields as they were typed, and their faults. */
export interface Shown {
  typed: Typed;
  /** About the whole form. */
  notice?: string | undefined;
  problems?: Readonly<Record<string, string>> | undefined;
}

export const readTyped = async (c: Context<Env>): Promise<Typed> => {
  const sent = new URLSearchParams(await c.req.text());
  // Browsers count a line break as one character and send two.
  return (name) => sent.get(name)?.replaceAll('\r\n', '\n').trim();
};

export const alertOf = (notice: string | undefined): string =>
  notice ? `<p class="problem" role="alert">${escapeHtml(notice)}</p>` : '';

export const fieldsOf = (fields: readonly FormField[], { typed, problems = {} }: Shown): string =>
  fields
    .map((field) =>
      plainField({ ...field, value: typed(field.name), problem: problems[field.name] }),
    )
    .join('');

interface StampedForm {
  action: string;
  fields: readonly FormField[];
  stamp: string;
  button: string;
}

/** A form that anybody may send, with its trap and its stamp. */
export const stampedForm = ({ action, fields, stamp, button }: StampedForm, shown: Shown): string =>
  alertOf(shown.notice) +
  `<form method="post" action="${action}">${fieldsOf(fields, shown)}` +
  `<div class="away" aria-hidden="true"><label for="${TRAP}">Leave this empty</label>` +
  `<input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>` +
  `<input type="hidden" name="stamp" value="${escapeHtml(stamp)}"><button>${button}</button></form>`;
