import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { PROFILE_FACTS, type ProfileFact } from '#content/shared/profile-facts.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { labelOf } from '#kit/fields.ts';
import { findQuote, type Place, quoteLengthProblem } from '#modules/page-text/find-quote.ts';
import { negationsIn } from '#modules/quotes/negations.ts';
import { sentencesAt, sentencesOf } from '#modules/quotes/sentences.ts';
import type { DropReason } from './finder-states.ts';

const LINES_ABOVE = 12;
const SHORT_LINE = 80;
const NEIGHBOURS = 2;

const firstAbove = (lines: readonly string[], at: number): number => {
  const isOfList = (line = '.') => line.length <= SHORT_LINE && !/[.!?]["”’)]?\s*$/.test(line);
  let first = at;
  while (at - first < LINES_ABOVE && isOfList(lines[first - 1])) first -= 1;
  return first;
};

/** The words of a page around a quote of it; null where the quote joins two paragraphs. */
const lookAround = (text: string, { start, end }: Place) => {
  if (text.slice(start, end).trim().includes('\n')) return null;
  const lines = text.split('\n');
  const before = text.slice(0, start).split('\n');
  const at = before.length - 1;
  const line = lines[at] ?? '';
  const from = before.at(-1)?.length ?? 0;
  const whole = sentencesAt(line, from, from + end - start);
  return {
    /** The sentence or sentences that the quote is part of, whole. */
    sentence: line.slice(whole.start, whole.end),
    previous: sentencesOf(line.slice(0, whole.start)).at(-1) ?? lines[at - 1] ?? '',
    next: sentencesOf(line.slice(whole.end))[0] ?? lines[at + 1] ?? '',
    /** The paragraph of the quote with its neighbours. */
    passage: lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).join('\n'),
    /** Short lines above that end no sentence, nearest first: items of a list, and what opens it. */
    above: lines.slice(firstAbove(lines, at), at).reverse(),
  };
};
type Around = NonNullable<ReturnType<typeof lookAround>>;

/** Whose page it is, and who else may be spoken of there. */
interface Subject {
  vendor: string;
  /** The other vendors of the directory. */
  others: readonly string[];
  /** On the vendor's own host, where 'we' is the vendor. */
  isOwnPage: boolean;
}

const PLANS =
  /\b(?:coming soon|roadmap|upcoming|planned|plan(?:s|ning)? (?:to|for)|will (?:soon |be |support|offer|add|include|launch|introduce)|soon|in development|in the future|next year|beta)\b/i;
const CONTRASTS = /\b(?:but|only|however|although|though|except|while|limited|partly|some)\b/i;
/** A next sentence that takes back the one before. */
const TAKES_BACK = /^\s*(?:but|however|except|this|these|it|they|unfortunately|currently)\b/i;
/** A line above that turns what is listed below it. */
const OPENS_LIST = /:\s*$|^(?:what|limits?|limitations?|out of scope|not\b|no\b|roadmap|coming)/i;

const denies = (words: string): boolean => negationsIn(words) > 0;

const asks = (sentence: string): boolean => /\?["”’)\s]*$/.test(sentence);

/** Whether the page denies, asks or plans what a quote of it would state. */
const isDenied = (around: Around, isPartial: boolean): boolean => {
  const { sentence, next, above } = around;
  if (asks(sentence) || PLANS.test(sentence)) return true;
  const opening = above.find((line) => OPENS_LIST.test(line)) ?? '';
  if (denies(opening) || PLANS.test(opening)) return true;
  if (isPartial) return denies(sentence) && !CONTRASTS.test(sentence);
  return denies(sentence) || (TAKES_BACK.test(next) && (denies(next) || PLANS.test(next)));
};

const placesOf = (words: string, name: string): number[] =>
  Array.from(
    words.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu')),
    ({ index }) => index,
  );

/** After one of these words a name is what something is done with, and not who does it. */
const BEFORE_OBJECT =
  /\b(?:with|to|from|into|onto|via|by|through|for|of|in|on|like|unlike|than|including|and|or|over|against|versus|vs\.?|replac\w+|connects?|imports?|exports?|syncs?)\s+(?:the\s+)?$/i;

/** -1 for nowhere. */
const firstOf = (places: readonly number[]) => (places.length > 0 ? Math.min(...places) : -1);

const asSubject = (words: string, names: readonly string[]): number => {
  const places = names
    .flatMap((name) => placesOf(words, name))
    .filter((at) => !BEFORE_OBJECT.test(words.slice(0, at)));
  return firstOf(places);
};

const SAYS_WE = /\b(?:we|our|us|ours)\b/i;
const POINTS_BACK =
  /^\s*(?:it|its|they|their|this|these|the (?:platform|product|company|software|system|firm|vendor|tool|solution|app|service))\b/i;

/** Where the vendor itself is spoken of, or speaks; -1 for nowhere. */
const ownPlace = (words: string, { vendor, isOwnPage }: Subject): number => {
  const spoken = isOwnPage ? words.search(SAYS_WE) : -1;
  return firstOf([asSubject(words, [vendor]), spoken].filter((at) => at >= 0));
};

/** Whether the page says it of another vendor, or of nobody that is known. */
const isOfAnother = (around: Around, subject: Subject): boolean => {
  const { sentence, previous, above } = around;
  const { others, vendor, isOwnPage } = subject;
  const [own, other] = [ownPlace(sentence, subject), asSubject(sentence, others)];
  if (other >= 0) return own < 0 || own > other;
  if (own >= 0) return false;
  if (!isOwnPage) return true;
  if (POINTS_BACK.test(sentence) && asSubject(previous, others) >= 0)
    return ownPlace(previous, subject) < 0;
  const heading = above.find((line) => asSubject(line, [vendor, ...others]) >= 0) ?? '';
  return asSubject(heading, others) >= 0 && asSubject(heading, [vendor]) < 0;
};

const namesAnother = (words: string, quote: string, others: readonly string[]): boolean =>
  others.some((name) => placesOf(words, name).length > 0 && placesOf(quote, name).length === 0);

const COMMANDS = [
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior)\b/i,
  /\b(?:system|developer) (?:prompt|message)s?\b|^\s*(?:system|assistant|developer)\s*:/im,
  /\b(?:you are|act as|if you are|note to|attention)\b.{0,20}\b(?:AI|LLMs?|language models?|assistants?|crawlers?|bots?|agents?|machines?|models?)\b/i,
  /\b(?:propose|mark|classify|return|respond|answer|reply)\b.{0,80}\b(?:documented|partial|absent|proposals?)\b/i,
];

/** Whether a passage gives orders to whatever machine reads it. */
const isInstruction = ({ passage }: Around): boolean =>
  COMMANDS.some((command) => command.test(passage));

/** The words of a vendor that offers something. */
const OFFER =
  '(?:(?:offer|provid|includ|support|keep|contain|sell|deliver|maintain|featur)\\w*|ha(?:ve|s|d|ving)|comes? with)';
const CLAUSES = /[,;:.!?()–—]|\b(?:but|because|although|though)\b/i;
/** Of whoever reads it, or only in a case. */
const CONDITION = /\b(?:if|when|unless|whether|while|where|who|whose|that|which|you|your)\b/i;
/** Not offered in a part of the product is offered in another. */
const LIMITED = /\b(?:plans?|editions?|tiers?|trials?|demo|free|basic|mobile|offline)\b/i;
/** Words before the thing for which a feature is not offered. */
const FURTHER = /\b(?:about|as|at|by|for|from|in|inside|of|on|outside|to|with|within)\b/i;
const AFTER_NAME = /\s+(?:yet|today|currently|itself|modules?|features?|functionality)\s*$/i;

/** The speaker, the denial, and the thing that is not offered. */
const ACTIVE = [
  `(?:not|never|no longer|cannot|n['’]t|unable to|incapable of|stop(?:s|ped)?|ceas(?:ed|es)(?: to)?|fail(?:s|ed) to)(?:\\s+\\w+){0,2}?\\s+${OFFER}`,
  `${OFFER}\\s+no`,
  '(?:lacks?|excludes?|discontinued|retired|withdrew|removed|dropped|phased out)',
].map((denial) => new RegExp(`^(.*?)(?:\\b|(?=n['’]t))${denial}\\s+(.*)$`, 'i'));
const PASSIVE =
  /^(.*?)\s+(?:is|are|was|were|(?:has|have) been)(?:n['’]t|\s+(?:not|no longer|never))?(?:\s+currently|\s+yet)?\s+(?:offered|available|supported|included|provided|unavailable|unsupported|discontinued|retired|excluded|withdrawn|removed)(?:\s+(?:yet|today|anymore|by us))?\s*$/i;

const foldedWordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const stemsOf = (text: string): string[] =>
  foldedWordsOf(text)
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5));

/** Whether the words say in one clause that the vendor does not offer a feature: a denial beside its name says nothing. */
const deniesFeature = (words: string, name: string, subject: Subject): boolean => {
  const wanted = stemsOf(name);
  const isNamed = (phrase = '') => {
    const named = stemsOf(phrase.split(FURTHER)[0]?.replace(AFTER_NAME, '') ?? '');
    return wanted.every((stem) => named.includes(stem)) && wanted.includes(named.at(-1) ?? '');
  };
  const isOwn = (who: string) => ownPlace(who, subject) >= 0 || POINTS_BACK.test(who);
  return words.split(CLAUSES).some((clause) => {
    if (negationsIn(clause) !== 1 || CONDITION.test(clause) || LIMITED.test(clause)) return false;
    const what = PASSIVE.exec(clause)?.[1];
    if (isNamed(what) && negationsIn(what ?? '') === 0) return true;
    return ACTIVE.some((denial) => {
      const [, who = '', object] = denial.exec(clause) ?? [];
      return isNamed(object) && isOwn(who);
    });
  });
};

export const factLabel = (field: ProfileFact): string => labelOf(field, vendors.fields[field]);

export interface FeatureDefinition {
  id: number;
  slug: string;
  name: string;
  description: string;
}

/** A page as the service saw it. */
export interface SentPage extends Subject {
  text: string;
  features: ReadonlyMap<string, FeatureDefinition>;
}

/** As the service writes it; what of it holds is judged below. */
export const proposed = z.object({
  cells: z.array(
    z.object({ feature: z.string(), level: z.string(), finding: z.string(), quote: z.string() }),
  ),
  facts: z.array(z.object({ field: z.string(), value: z.string(), quote: z.string() })),
});
type Proposed = z.output<typeof proposed>;

const MAX_WORDS = 300;

const holdsWords = (quote: string, words: string): boolean => {
  const held = new Set(foldedWordsOf(quote));
  return foldedWordsOf(words).every((word) => held.has(word));
};

const stateOf = (quote: string, page: SentPage): { quote: string; around: Around } | DropReason => {
  if (quoteLengthProblem(quote) !== null) return 'quote';
  const [place, second] = findQuote(page.text, quote).places;
  const around = place && !second ? lookAround(page.text, place) : null;
  if (!place || !around) return 'quote';
  if (isInstruction(around)) return 'instruction';
  if (isOfAnother(around, page)) return 'vendor';
  // In the spelling of the page.
  return { quote: page.text.slice(place.start, place.end), around };
};

/** Our words may shorten the quote, and never add a figure, a name or a link to it. */
const saysMore = (finding: string, quote: string, { others }: Subject): boolean =>
  finding === '' ||
  finding.length > MAX_WORDS ||
  /https?:|www\.|[<>[\]{}]/i.test(finding) ||
  !holdsWords(quote, (finding.match(/[\p{L}-]*\d[\p{L}\d.,-]*/gu) ?? []).join(' ')) ||
  namesAnother(finding, quote, others);

/** A proposed cell in the parts that stand up to a check, or why none does. */
export const judgeCell = (given: Proposed['cells'][number], page: SentPage) => {
  const feature = page.features.get(given.feature);
  const level = LEVELS.find((one) => one === given.level);
  if (!feature || !level) return 'unknown';
  const stated = stateOf(given.quote, page);
  if (typeof stated === 'string') return stated;
  const { quote, around } = stated;
  const [isAbsent, isPartial] = [level === 'absent', level === 'partial'];
  // 'Our general ledger never loses an entry' is silent of whether there is one.
  if (isAbsent && (asks(around.sentence) || !deniesFeature(quote, feature.name, page)))
    return 'silence';
  if (!isAbsent && isDenied(around, isPartial)) return 'denied';
  const finding = given.finding.trim();
  if (saysMore(finding, quote, page)) return 'words';
  if (!isPartial && denies(finding) !== isAbsent) return 'words';
  return { kind: 'cell' as const, feature, level, finding, quote };
};
export type Cell = Exclude<ReturnType<typeof judgeCell>, string>;

export const judgeFact = (given: Proposed['facts'][number], page: SentPage) => {
  const field = PROFILE_FACTS.find((one) => one === given.field);
  if (!field) return 'unknown';
  const stated = stateOf(given.quote, page);
  if (typeof stated === 'string') return stated;
  const { quote, around } = stated;
  if (field !== 'notFor' && isDenied(around, false)) return 'denied';
  const value = given.value.trim();
  const isBorne = value !== '' && value.length <= MAX_WORDS && holdsWords(quote, value);
  return isBorne ? { kind: 'fact' as const, field, value, quote } : 'words';
};
export type Fact = Exclude<ReturnType<typeof judgeFact>, string>;

/** Two short statements of one fact, of which neither says other words than the other. */
export const saySame = (one: string, other: string): boolean =>
  foldedWordsOf(one).length > 0 &&
  foldedWordsOf(other).length > 0 &&
  (holdsWords(one, other) || holdsWords(other, one));
