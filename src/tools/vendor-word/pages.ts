import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { alertOf, fieldsOf, type Shown } from '#modules/public-forms/form-parts.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import type { PlainPage } from '#platform/plain-page.ts';
import { counted } from '#platform/words.ts';
import { MAX_ADDRESS, MAX_REPLY, MAX_TEXT, SESSION_HOURS } from './limits.ts';

export const OPEN_PATH = '/vendor-word';
export const ANSWERS_PATH = '/vendor-word/answers';

/** No address of these pages leaves them, and no search engine keeps one. */
export const HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

const CHOICES = {
  '': 'We state nothing',
  documented: 'It does this',
  partial: 'It does this in part',
  absent: 'It does not do this',
} as const;

interface NamedVendor {
  slug: string;
  name: string;
}

/** A page about what a vendor states, which leads back to its profile. */
export const vendorPage = ({ slug, name }: NamedVendor, body: string): PlainPage => ({
  title: `What ${name} states`,
  body: `${body}<p><a href="/vendors/${slug}">${escapeHtml(name)}</a></p>`,
});

export const NOT_VALID = 'This link is not valid any more. Please ask for a new one.';

/** Where there is nothing to show but a sentence. */
export const refusedPage = (reason: string): PlainPage => ({
  title: 'What the vendor states',
  body: `<p>${escapeHtml(reason)}</p><p><a href="/vendors">All vendors</a></p>`,
});

/** A look at the link: only the button uses it up. */
export const openPage = ({ name }: NamedVendor, token: string): PlainPage => ({
  title: `What ${name} states`,
  body:
    `<p>You are about to answer for ${escapeHtml(name)}. The link opens once; from then on you have ${SESSION_HOURS} hours in this browser.</p>` +
    `<form method="post" action="${OPEN_PATH}"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>Begin</button></form>`,
});

const cellFields = (
  { feature: { slug, name }, cells: [cell] }: CoverageGroup['rows'][number],
  shown: Shown,
): string =>
  `<fieldset><legend>${escapeHtml(name)}</legend>` +
  `<p class="note">The pages that we read: ${(cell ? LEVEL_WORDS[cell.level] : NOT_CONFIRMED).toLowerCase()}</p>` +
  fieldsOf(
    [
      { name: `level-${slug}`, label: 'What you state', choices: CHOICES },
      { name: `text-${slug}`, label: 'In a sentence (optional)', rows: 2, max: MAX_TEXT },
      { name: `url-${slug}`, label: 'Where it is documented (optional)', max: MAX_ADDRESS },
    ],
    shown,
  ) +
  '</fieldset>';

/** The form of a category: closed, so that the page is not long, unless something in it is wrong. */
const categoryForm = ({ category, rows }: CoverageGroup, shown: Shown): string => {
  const slugs = rows.map(({ feature }) => feature.slug);
  const said = slugs.filter((slug) => shown.typed(`level-${slug}`)).length;
  const problems = Object.keys(shown.problems ?? {}).map((name) => name.replace(/^\w+-/, ''));
  return (
    `<details${problems.some((slug) => slugs.includes(slug)) ? ' open' : ''}>` +
    `<summary>${escapeHtml(category)} (${said > 0 ? `${said} of ` : ''}${counted(rows.length, 'feature', 'features')})</summary>` +
    `<form method="post" action="${ANSWERS_PATH}"><input type="hidden" name="category" value="${escapeHtml(category)}">` +
    `${rows.map((row) => cellFields(row, shown)).join('')}<button>Send these answers</button></form></details>`
  );
};

interface AnswersPage extends Shown {
  vendor: NamedVendor;
  groups: readonly CoverageGroup[];
  saved?: string | undefined;
}

/** A form for each category, and one for the reply. */
export const answersPage = ({ vendor, groups, saved, ...shown }: AnswersPage): PlainPage => {
  const reply = {
    name: 'reply',
    label: 'Your reply to the profile (optional)',
    note: `At most ${MAX_REPLY} characters, shown on the profile. An empty one takes it back.`,
    rows: 6,
    max: MAX_REPLY,
  };
  return vendorPage(
    vendor,
    (saved ? `<p role="status"><strong>${escapeHtml(saved)}</strong></p>` : '') +
      alertOf(shown.notice) +
      `<p>Each category is sent by itself. An editor looks at every answer before it is shown; ‘${CHOICES['']}’ takes one back at once. A page that documents it is worth more than a sentence: we read it.</p>` +
      groups.map((group) => categoryForm(group, shown)).join('') +
      `<form method="post" action="${ANSWERS_PATH}">${fieldsOf([reply], shown)}<button>Send the reply</button></form>`,
  );
};
