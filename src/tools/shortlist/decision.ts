import { type FieldsOf, type Readers, readFields } from '#platform/read-fields.ts';
import { MAX_SHORTLISTED, readSlugs, SCALE } from '#site/shortlist/shortlist-store.ts';
import type { Answer, Weight } from './score.ts';

/** One row of the scorecard: a feature of ours, whose answers are evidence, or the buyer's own words and findings. */
export interface Criterion {
  feature?: string;
  words?: string;
  weight: Weight;
  answers?: Readonly<Record<string, Answer>>;
}

export type Range = readonly [low: number, high: number];

/** The texts of a memo, by their headings. */
export const MEMO_TEXTS = [
  { key: 'reasons', label: 'Why' },
  { key: 'dissent', label: 'Dissent' },
  { key: 'questions', label: 'Open questions' },
] as const;

export const MAX_CRITERIA = 30;
export const MAX_WORDS = 120;
export const MAX_NOTE = 200;
export const MAX_NAME = 40;
export const MAX_MEMO = 1000;
/** With this browser's user it is a committee of seven. */
export const MAX_MEMBERS = 6;
export const MAX_MARKS = (MAX_MEMBERS + 1) * MAX_SHORTLISTED;
export const MAX_AMOUNT = 1_000_000_000;

/** Two rows about the same thing are one. */
export const keyOf = ({ feature, words }: Criterion): string =>
  feature ?? `=${words?.toLowerCase() ?? ''}`;

/** A name is one person, however it is written. */
export const personKey = ({ name }: { name: string }): string => name.trim().toLowerCase();

/** One mark for each vendor and name. */
export const markKey = (mark: { vendor: string; name: string }): string =>
  `${mark.vendor}/${personKey(mark)}`;

/** Of those with the same key, the first. */
export const once = <T>(items: readonly T[], key: (item: T) => string): T[] => {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(key(item))) found.set(key(item), item);
  return [...found.values()];
};

const asFields = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

const record =
  <Given extends Readers>(readers: Given) =>
  (value: unknown): FieldsOf<Given> =>
    readFields(readers, asFields(value));

interface ListOf<T> {
  read(value: unknown): T;
  /** Whether it has all that it needs. */
  isWhole(item: NoInfer<T>): unknown;
  key(item: NoInfer<T>): string;
  max: number;
}

const list =
  <T>({ read, isWhole, key, max }: ListOf<T>) =>
  (value: unknown): readonly T[] => {
    const given: unknown[] = Array.isArray(value) ? value.slice(0, 10 * max) : [];
    return once(given.map(read).filter(isWhole).slice(0, max), key);
  };

// Line breaks stay; everything else that does not print goes.
const UNPRINTED = /[^\P{C}\n]/gu;

const slug = (value: unknown): string => readSlugs([value])[0] ?? '';

const amount = (value: unknown): number => {
  const rounded = typeof value === 'number' ? Math.round(value * 100) / 100 : 0;
  return rounded > 0 && rounded <= MAX_AMOUNT ? rounded : 0;
};

const range = (value: unknown): Range => {
  const [low, high] = Array.isArray(value) ? value.map(amount) : [];
  return [low ?? 0, high ?? 0];
};

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
  const readWeighed = record({
    feature: (value) => featureNow(slug(value)),
    words: text(MAX_WORDS),
    weight: (weight): Weight => SCALE.find((one) => one === weight) ?? 'must',
    answers: (value) =>
      Object.fromEntries(
        Object.entries(asFields(value))
          .slice(0, 100)
          .flatMap(([name, answer]) => {
            const named = vendor(name);
            return named && isAnswer(answer) ? [[named, answer] as const] : [];
          }),
      ),
  });
  const criteria = list({
    read: (value): Criterion => {
      const { feature, words, ...weighed } = readWeighed(value);
      return feature ? { feature, weight: weighed.weight } : { words, ...weighed };
    },
    isWhole: ({ feature, words }) => feature || words,
    key: keyOf,
    max: MAX_CRITERIA,
  });
  const readMember = record({ name: text(MAX_NAME), vendors, criteria });
  const readMark = record({
    vendor,
    name: text(MAX_NAME),
    mark: (value) => [1, 2, 3, 4, 5].find((one) => one === value) ?? 0,
    note: text(MAX_NOTE),
  });
  const readCost = record({ vendor, licence: range, implementation: range, days: range });
  return record({
    vendors,
    scoredBy: text(MAX_NAME),
    criteria,
    /** Whether what vendors state counts where no page says anything. */
    countsStated: (value) => value === true,
    /** Scorecards of others as they were shared; their marks stand among all marks. */
    members: list({
      read: readMember,
      isWhole: ({ name }) => name,
      key: personKey,
      max: MAX_MEMBERS,
    }),
    /** Opinions of the committee; they stand beside the score and never in it. */
    marks: list({
      read: readMark,
      isWhole: (one) => one.vendor && one.name && one.mark,
      key: markKey,
      max: MAX_MARKS,
    }),
    currency: (value) => text(5)(value) || 'USD',
    dayRate: amount,
    /** The buyer's own figures, as they were typed; 0 is none. Days are those of the buyer's people, a year. */
    costs: list({
      read: readCost,
      isWhole: (one) => one.vendor,
      key: (one) => one.vendor,
      max: MAX_SHORTLISTED,
    }),
    memo: record({
      choice: vendor,
      reasons: text(MAX_MEMO),
      dissent: text(MAX_MEMO),
      questions: text(MAX_MEMO),
    }),
  });
};

/** Makes a decision of untrusted input: a file, an address, or stored values. */
export const readDecision = createReader({ tidy: (text) => text.trim() });

/** The same of what is being typed. */
export const readTyped = createReader({});

/** The vendors, and everything that was said of them; stored in the browser, and nowhere else. */
export type Decision = ReturnType<typeof readDecision>;
export type Mark = Decision['marks'][number];
export type Cost = Decision['costs'][number];
export type Member = Decision['members'][number];
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

/** The committee's mean mark of a vendor, and of how many; it stands beside the score and never in it. */
export const averageOf = (marks: readonly Mark[], vendor: string): string | null => {
  const own = marks.filter((one) => one.vendor === vendor);
  if (own.length === 0) return null;
  const mean = own.reduce((sum, { mark }) => sum + mark, 0) / own.length;
  return `${mean.toFixed(1)} of 5 (${own.length})`;
};

const LOW_MARK = 2;
const HIGH_MARK = 4;

/** Members with a low mark for the choice, or a high one above it; without a mark for the choice, no dissent. */
export const findDissent = (marks: readonly Mark[], choice: string) =>
  marks
    .filter(({ vendor }) => vendor === choice)
    .flatMap((ofChoice) => {
      const [preferred = null] = marks
        .filter((mark) => personKey(mark) === personKey(ofChoice))
        .filter(({ mark }) => mark >= HIGH_MARK && mark > ofChoice.mark)
        .toSorted((a, b) => b.mark - a.mark);
      return preferred || ofChoice.mark <= LOW_MARK ? [{ ofChoice, preferred }] : [];
    });

export type Dissent = ReturnType<typeof findDissent>[number];

export const listScorers = ({ scoredBy, members, marks }: Decision): string[] =>
  once([{ name: scoredBy }, ...members, ...marks], personKey)
    .map(({ name }) => name)
    .filter(Boolean);
