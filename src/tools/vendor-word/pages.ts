import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { alertOf, endOfForm } from '#modules/public-forms/form-parts.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type PlainPage, plainField } from '#platform/plain-page.ts';
import { counted } from '#platform/words.ts';
import {
  LINK_DAYS,
  MAX_ADDRESS,
  MAX_REPLY,
  MAX_TEXT,
  PER_ADDRESS,
  PER_VENDOR,
  SESSION_HOURS,
} from './limits.ts';

export const OPEN_PATH = '/vendor-word';
export const ANSWERS_PATH = '/vendor-word/answers';

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

type Problems = Readonly<Record<string, string>>;

const askPath = ({ slug }: NamedVendor) => `/vendors/${slug}/word`;

const profileLink = ({ slug, name }: NamedVendor) =>
  `<p><a href="/vendors/${slug}">${escapeHtml(name)}</a></p>`;

const titleOf = ({ name }: NamedVendor) => `What ${name} states`;

/** Where no link can be had: the reason, and the way that is left. */
export const closedPage = (vendor: NamedVendor, reason: string): PlainPage => ({
  title: titleOf(vendor),
  body:
    `<p>${escapeHtml(reason)}</p>` +
    `<p><a href="/corrections/new?about=/vendors/${vendor.slug}">Tell us what is wrong on the profile</a></p>` +
    profileLink(vendor),
});

interface AskPage {
  vendor: NamedVendor;
  domain: string;
  stamp: string;
  email?: string;
  notice?: string | undefined;
  problems?: Problems | undefined;
}

export const askPage = ({
  vendor,
  domain,
  stamp,
  email,
  notice,
  problems = {},
}: AskPage): PlainPage => ({
  title: titleOf(vendor),
  body:
    `<p>Do you work at ${escapeHtml(vendor.name)}? Then you can say, feature by feature, what it does and where that is documented, and write one reply. ` +
    'Once an editor has looked at it, it is shown as ‘the vendor states’, with the day and your domain. It never counts as documented, and it changes no order unless a reader asks for that.</p>' +
    alertOf(notice) +
    `<form method="post" action="${askPath(vendor)}">` +
    plainField({
      name: 'email',
      label: `Your e-mail address at ${domain}`,
      value: email,
      note: `We send a link there that opens once, within ${LINK_DAYS} days. Other addresses, free mail among them, get none.`,
      problem: problems.email,
      type: 'email',
      max: 254,
      required: true,
    }) +
    endOfForm(stamp, 'Send the link') +
    '<p class="note">We delete the address 90 days after the decision. <a href="/privacy-policy">What we store</a></p>' +
    profileLink(vendor),
});

/** The same words whether the address was the vendor's or not. */
export const SENT = `If the address is at the vendor’s own domain, a link is on its way to it. At most ${PER_ADDRESS} links a day are sent to one address, and ${PER_VENDOR} for one vendor.`;

export const sentPage = (vendor: NamedVendor): PlainPage => ({
  title: titleOf(vendor),
  body: `<p>${SENT}</p>${profileLink(vendor)}`,
});

export const NOT_VALID = 'This link is not valid any more. Please ask for a new one.';

/** Where there is nothing to show but a sentence. */
export const refusedPage = (reason: string): PlainPage => ({
  title: 'What the vendor states',
  body: `<p>${escapeHtml(reason)}</p><p><a href="/vendors">All vendors</a></p>`,
});

/** A look at the link: only the button uses it up. */
export const openPage = (vendor: NamedVendor, token: string): PlainPage => ({
  title: titleOf(vendor),
  body:
    `<p>You are about to answer for ${escapeHtml(vendor.name)}. The link opens once; from then on you have ${SESSION_HOURS} hours in this browser.</p>` +
    `<form method="post" action="${OPEN_PATH}"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>Begin</button></form>`,
});

/** The words of one cell, as they were typed or stored. */
export interface TypedWord {
  level: string;
  text: string;
  url: string;
}

interface AnswersPage {
  vendor: NamedVendor;
  groups: readonly CoverageGroup[];
  /** By the feature's slug. */
  typed: ReadonlyMap<string, TypedWord>;
  reply: string;
  notice?: string | undefined;
  saved?: string | undefined;
  problems?: Problems | undefined;
}

const choiceField = (name: string, chosen: string): string => {
  const options = Object.entries(CHOICES).map(
    ([value, words]) =>
      `<option value="${value}"${value === chosen ? ' selected' : ''}>${words}</option>`,
  );
  return `<label for="${name}">What you state</label><select id="${name}" name="${name}">${options.join('')}</select>`;
};

const NOTHING: TypedWord = { level: '', text: '', url: '' };

const cellFields = (
  { feature, cells: [cell] }: CoverageGroup['rows'][number],
  { typed, problems = {} }: Pick<AnswersPage, 'typed' | 'problems'>,
): string => {
  const { slug, name } = feature;
  const { level, text, url } = typed.get(slug) ?? NOTHING;
  return (
    `<fieldset><legend>${escapeHtml(name)}</legend>` +
    `<p class="note">The pages that we read: ${cell ? LEVEL_WORDS[cell.level].toLowerCase() : NOT_CONFIRMED.toLowerCase()}</p>` +
    choiceField(`level-${slug}`, level) +
    plainField({
      name: `text-${slug}`,
      label: 'In a sentence (optional)',
      value: text,
      problem: problems[`text-${slug}`],
      rows: 2,
      max: MAX_TEXT,
    }) +
    plainField({
      name: `url-${slug}`,
      label: 'Where it is documented (optional)',
      value: url,
      problem: problems[`url-${slug}`],
      max: MAX_ADDRESS,
    }) +
    '</fieldset>'
  );
};

const saidIn = ({ rows }: CoverageGroup, typed: AnswersPage['typed']) =>
  rows.filter(({ feature }) => typed.get(feature.slug)?.level).length;

const sayGroup = (group: CoverageGroup, typed: AnswersPage['typed']): string => {
  const said = saidIn(group, typed);
  const all = counted(group.rows.length, 'feature', 'features');
  return `${escapeHtml(group.category)} (${said > 0 ? `${said} of ` : ''}${all})`;
};

/** A form for each category, so that none is long, and one for the reply. */
export const answersPage = (page: AnswersPage): PlainPage => {
  const { vendor, groups, typed, reply, notice, saved, problems = {} } = page;
  const failed = new Set(Object.keys(problems).map((name) => name.replace(/^\w+-/, '')));
  const forms = groups.map((group) => {
    const isOpen = group.rows.some(({ feature }) => failed.has(feature.slug));
    return (
      `<details${isOpen ? ' open' : ''}><summary>${sayGroup(group, typed)}</summary>` +
      `<form method="post" action="${ANSWERS_PATH}"><input type="hidden" name="category" value="${escapeHtml(group.category)}">` +
      `${group.rows.map((row) => cellFields(row, { typed, problems })).join('')}<button>Send these answers</button></form></details>`
    );
  });
  return {
    title: titleOf(vendor),
    body:
      (saved ? `<p role="status"><strong>${escapeHtml(saved)}</strong></p>` : '') +
      alertOf(notice) +
      `<p>Each category is sent by itself. An editor looks at every answer before it is shown; ‘${CHOICES['']}’ takes one back at once. A page that documents it is worth more than a sentence: we read it.</p>` +
      forms.join('') +
      `<form method="post" action="${ANSWERS_PATH}">` +
      plainField({
        name: 'reply',
        label: 'Your reply to the profile (optional)',
        value: reply,
        note: `At most ${MAX_REPLY} characters, shown on the profile. An empty one takes it back.`,
        problem: problems.reply,
        rows: 6,
        max: MAX_REPLY,
      }) +
      `<button>Send the reply</button></form>${profileLink(vendor)}`,
  };
};
