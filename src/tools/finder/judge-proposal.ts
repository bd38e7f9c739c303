import { LEVELS, type Level } from '#content/coverage/coverage.collection.ts';
import { findQuote, quoteLengthProblem } from '#modules/page-text/find-quote.ts';
import type { DropReason } from './finder-states.ts';
import { type FactField, isFactField } from './finder-states.ts';
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

export interface ProposedCell {
  feature: string;
  level: string;
  finding: string;
  quote: string;
}

export interface ProposedFact {
  field: string;
  value: string;
  quote: string;
}

export interface Cell {
  kind: 'cell';
  feature: FeatureDefinition;
  level: Level;
  finding: string;
  quote: string;
}

export interface Fact {
  kind: 'fact';
  field: FactField;
  value: string;
  quote: string;
}

/** What is left of it, or why nothing is. */
export type Judged<P extends Cell | Fact> = P | DropReason;

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

export const judgeCell = (proposed: ProposedCell, page: SentPage): Judged<Cell> => {
  const feature = page.features.get(proposed.feature);
  const level = LEVELS.find((one) => one === proposed.level);
  if (!feature || !level) return 'unknown';
  const stated = stateOf(proposed.quote, page);
  if (typeof stated === 'string') return stated;
  const { quote, around } = stated;
  const isAbsent = level === 'absent';
  if (isAbsent && (asks(around.sentence) || !deniesFeature(quote, feature.name, page)))
    return 'silence';
  if (!isAbsent && isDenied(around, level === 'partial')) return 'denied';
  const finding = proposed.finding.trim();
  if (saysMore(finding, quote, page)) return 'words';
  if (level !== 'partial' && denies(finding) !== isAbsent) return 'words';
  return { kind: 'cell', feature, level, finding, quote };
};

export const judgeFact = (proposed: ProposedFact, page: SentPage): Judged<Fact> => {
  const { field } = proposed;
  if (!isFactField(field)) return 'unknown';
  const stated = stateOf(proposed.quote, page);
  if (typeof stated === 'string') return stated;
  const { quote, around } = stated;
  if (field !== 'notFor' && isDenied(around, false)) return 'denied';
  const value = proposed.value.trim();
  const isBorne = value !== '' && value.length <= MAX_WORDS && holdsWords(quote, value);
  return isBorne ? { kind: 'fact', field, value, quote } : 'words';
};

/** Two short statements of one fact, of which neither says other words than the other. */
export const saySame = (one: string, other: string): boolean =>
  wordsOf(one).length > 0 &&
  wordsOf(other).length > 0 &&
  (holdsWords(one, other) || holdsWords(other, one));
