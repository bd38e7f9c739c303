import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { PROFILE_FACTS, type ProfileFact } from '#content/shared/profile-facts.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { labelOf } from '#kit/fields.ts';
import { findQuote, quoteLengthProblem } from '#modules/page-text/find-quote.ts';
import type { DropReason } from './finder-states.ts';
import {
  type Around,
  asks,
  denies,
  deniesFeature,
  isDenied,
  isInstruction,
  isOfAnother,
  lookAround,
  namesAnother,
  type Subject,
} from './page-says.ts';

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

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const holdsWords = (quote: string, words: string): boolean => {
  const held = new Set(wordsOf(quote));
  return wordsOf(words).every((word) => held.has(word));
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
  const isAbsent = level === 'absent';
  if (isAbsent && (asks(around.sentence) || !deniesFeature(quote, feature.name, page)))
    return 'silence';
  if (!isAbsent && isDenied(around, level === 'partial')) return 'denied';
  const finding = given.finding.trim();
  if (saysMore(finding, quote, page)) return 'words';
  if (level !== 'partial' && denies(finding) !== isAbsent) return 'words';
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
  wordsOf(one).length > 0 &&
  wordsOf(other).length > 0 &&
  (holdsWords(one, other) || holdsWords(other, one));
