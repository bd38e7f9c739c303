import { escapeHtml } from './escape-html.ts';

const STYLE =
  'body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;color:#1d2430;background:#fbf8f3}' +
  'body:has(textarea){margin-block:3rem}h1{font:600 2rem/1.2 Georgia,serif}header a{font:600 1.0625rem Georgia,serif;text-decoration:none}h1,p,dd{overflow-wrap:anywhere}a{color:inherit}small,.note{color:#5b6472;font-size:.875rem}' +
  'label{display:block;margin-top:1.25rem;font-weight:600}input,textarea,button{font:inherit;color:inherit;box-sizing:border-box}' +
  'input:not([type=checkbox]),textarea{width:100%;padding:.5rem .75rem;border:1px solid #767d88;background:#fff}' +
  'button{min-height:2.75rem;margin-top:1.5rem;padding:.5rem 1.5rem;border:1px solid currentColor;background:none;cursor:pointer}' +
  ':focus-visible{outline:2px solid currentColor;outline-offset:2px}.problem{color:#9b1c1c;font-weight:600}.away{position:absolute;left:-9999px}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e6e1;background:#14181d}small,.note{color:#a2a9b4}' +
  'input:not([type=checkbox]),textarea{background:#1e242b;border-color:#8a929d}.problem{color:#f2a6a0}}';

export interface PlainPage {
  title: string;
  body: string;
}

/** A page that needs nothing but its own bytes: no script, no renderer, no files. It leads home by the name of the site. */
export const plainPage = ({ title, body }: PlainPage, siteName?: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(siteName ? `${title} | ${siteName}` : title)}</title>` +
  '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
  `<style>${STYLE}</style></head><body>${siteName ? `<header><a href="/">${escapeHtml(siteName)}</a></header>` : ''}<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export interface FormField {
  name: string;
  label: string;
  value?: string | undefined;
  note?: string;
  problem?: string | undefined;
  type?: 'text' | 'email' | 'url' | 'checkbox';
  /** With it, it has several lines. */
  rows?: number;
  max?: number;
  required?: boolean;
}

/** A field with its label, its note and what was wrong with it, tied together for screen readers. */
export const plainField = (field: FormField): string => {
  const { name, label, value = '', note, problem, type = 'text', rows, max } = field;
  const described = [note ? `${name}-note` : '', problem ? `${name}-problem` : ''].filter(Boolean);
  const attributes =
    `id="${name}" name="${name}"` +
    (max ? ` maxlength="${max}"` : '') +
    (field.required ? ' required' : '') +
    (problem ? ' aria-invalid="true"' : '') +
    (described.length > 0 ? ` aria-describedby="${described.join(' ')}"` : '');
  const words = escapeHtml(label);
  const checkbox = `<input ${attributes} type="checkbox" value="yes"${value === 'yes' ? ' checked' : ''}>`;
  const input = rows
    ? `<textarea ${attributes} rows="${rows}">\n${escapeHtml(value)}</textarea>`
    : `<input ${attributes} type="${type}" value="${escapeHtml(value)}">`;
  return (
    (type === 'checkbox'
      ? `<label for="${name}">${checkbox} ${words}</label>`
      : `<label for="${name}">${words}</label>${input}`) +
    (note ? `<p class="note" id="${name}-note">${escapeHtml(note)}</p>` : '') +
    (problem ? `<p class="problem" id="${name}-problem">${escapeHtml(problem)}</p>` : '')
  );
};
