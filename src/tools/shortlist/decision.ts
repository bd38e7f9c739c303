import { type FieldsOf, type Readers, readFields } from '#client/read-fields.ts';
import { MAX_SHORTLISTED, readSlugs, SCALE } from '#site/shortlist/shortlist-store.ts';
import type { Answer, Weight } from './score.ts';

/** One row of the scorecard: a feature of ours, whose answers are evidence, or the buyer's own words and findings. */
export interface Criterion {
  feature?: string;
  words?: string;
  weight: Weight;
  answers?: Readonly<Record<string, Answer>>;
}

/** The texts of a memo, by their headings. */
export const MEMO_TEXTS = [
  { key: 'reasons', label: 'Why' },
  { key: 'dissent', label: 'Dissent' },
  { key: 'questions', label: 'Open questions' },
] as const;

export const MAX_CRITERIA = 30;
export const MAX_WORDS = 120;
export const MAX_MEMO = 1000;

/** Two rows about the same thing are one. */
export const keyOf = ({ feature, words }: Criterion): string =>
  feature ?? `=${words?.toLowerCase() ?? ''}`;

/** Of the criteria about the same thing, the first. */
export const onceEach = (criteria: readonly Criterion[]): Criterion[] => {
  const found = new Map<string, Criterion>();
  for (const criterion of criteria) {
    const key = keyOf(criterion);
    if (!found.has(key)) found.set(key, criterion);
  }
  return [...found.values()];
};

const asFields = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

const record =
  <Given extends Readers>(readers: Given) =>
  (value: unknown): FieldsOf<Given> =>
    readFields(readers, asFields(value));

// Line breaks stay; everything else that does not print goes.
const UNPRINTED = /[^\P{C}\n]/gu;

const slug = (value: unknown): string => readSlugs([value])[0] ?? '';

export const isAnswer = (value: unknown): value is Exclude<Answer, null> =>
  value === 'documented' || value === 'partial' || value === 'absent';

type Rename = (slug: string) => string;

const asItIs = (same: string) => same;

interface ReaderOptions {
  vendorNow?: Rename;
  featureNow?: Rename;
  /** While one types, a space at the end may be one before the next word. */
  tidy?: (text: string) => string;
}

/** Reads a decision of untrusted input; slugs get the names that they have now, and what has none is left out. */
const createReader = ({
  vendorNow = asItIs,
  featureNow = asItIs,
  tidy = (text) => text.trimStart(),
}: ReaderOptions) => {
  const text =
    (max: number) =>
    (value: unknown): string =>
      typeof value === 'string' ? tidy(tidy(value.replace(UNPRINTED, '')).slice(0, max)) : '';
  const vendor = (value: unknown): string => vendorNow(slug(value));
  const vendors = (value: unknown): readonly string[] =>
    readSlugs(Array.isArray(value) ? value.map(vendor) : []);
  const readAnswers = (value: unknown) =>
    Object.fromEntries(
      Object.entries(asFields(value))
        .slice(0, 10 * MAX_SHORTLISTED)
        .flatMap(([name, answer]) => {
          const named = vendor(name);
          return named && isAnswer(answer) ? [[named, answer] as const] : [];
        }),
    );
  const readWeighed = record({
    feature: (value) => featureNow(slug(value)),
    words: text(MAX_WORDS),
    weight: (weight): Weight => SCALE.find((one) => one === weight) ?? 'must',
    answers: readAnswers,
  });
  const readCriterion = (value: unknown): Criterion => {
    const { feature, words, weight, answers } = readWeighed(value);
    return feature ? { feature, weight } : { words, weight, answers };
  };
  const criteria = (value: unknown): readonly Criterion[] => {
    const given: unknown[] = Array.isArray(value) ? value.slice(0, 10 * MAX_CRITERIA) : [];
    const whole = given.map(readCriterion).filter(({ feature, words }) => feature || words);
    return onceEach(whole.slice(0, MAX_CRITERIA));
  };
  return record({
    vendors,
    criteria,
    memo: record({
      choice: vendor,
      reasons: text(MAX_MEMO),
      dissent: text(MAX_MEMO),
      questions: text(MAX_MEMO),
    }),
  });
};

/** Makes a decision of untrusted input: an address, or stored values. */
export const readDecision = createReader({ tidy: (text) => text.trim() });

/** The same of what is being typed. */
export const readTyped = createReader({});

/** The vendors, and everything that was said of them; stored in the browser, and nowhere else. */
export type Decision = ReturnType<typeof readDecision>;
export type Memo = Decision['memo'];

/** A slug that a stored shortlist may still hold, and its current slug. */
export interface Move {
  from: string;
  to: string;
}

type Both<T> = Record<'vendors' | 'features', readonly T[]>;

/** Where no name changes, the decision stays the same one. */
const rename = (decision: Decision, vendorNow: Rename, featureNow: Rename): Decision => {
  const renamed = createReader({ vendorNow, featureNow })(decision);
  return JSON.stringify(renamed) === JSON.stringify(decision) ? decision : renamed;
};

export const follow = (moves: readonly Move[]): Rename => {
  const newOf = new Map(moves.map(({ from, to }) => [from, to]));
  return (slug) => newOf.get(slug) ?? slug;
};

/** The decision as the site speaks of it today; of two that are now one the first stays. */
export const followMoves = (decision: Decision, { vendors, features }: Both<Move>): Decision =>
  rename(decision, follow(vendors), follow(features));

export const removeSlugs = (decision: Decision, { vendors, features }: Both<string>): Decision =>
  rename(
    decision,
    (slug) => (vendors.includes(slug) ? '' : slug),
    (slug) => (features.includes(slug) ? '' : slug),
  );

export const NO_DECISION = readDecision({});

export const isEmpty = (decision: Decision): boolean =>
  JSON.stringify(decision) === JSON.stringify(NO_DECISION);
