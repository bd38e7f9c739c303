import { readSlugs } from '#site/shortlist/shortlist-store.ts';
import { type Answer, SCALE, type Weight } from './score.ts';

/** One row of the scorecard: a feature of ours, whose answers are evidence, or the buyer's own words and findings. */
export interface Criterion {
  feature?: string;
  words?: string;
  weight: Weight;
  /** Of an own criterion alone: what the buyer found, by vendor. */
  answers?: Readonly<Record<string, Exclude<Answer, null>>>;
}

/** What somebody of the committee thinks of a vendor; it stands beside the score and never in it. */
export interface Mark {
  vendor: string;
  name: string;
  mark: number;
  note: string;
}

/** The buyer's own figures for one vendor, as they were typed; 0 is none. */
export interface Cost {
  vendor: string;
  licence: Range;
  implementation: Range;
  /** Days of the buyer's own people, a year. */
  days: Range;
}
export type Range = readonly [low: number, high: number];

export interface Memo {
  choice: string;
  reasons: string;
  dissent: string;
  questions: string;
}

/** Everything that a committee has said; stored in the browser, and nowhere else. */
export interface Decision {
  criteria: readonly Criterion[];
  marks: readonly Mark[];
  currency: string;
  dayRate: number;
  costs: readonly Cost[];
  memo: Memo;
}

export const MAX_CRITERIA = 30;
export const MAX_WORDS = 120;
export const MAX_NOTE = 200;
export const MAX_NAME = 40;
export const MAX_MEMO = 1000;
export const MAX_MARKS = 84;
export const MAX_AMOUNT = 1_000_000_000;

export const NO_DECISION: Decision = {
  criteria: [],
  marks: [],
  currency: 'USD',
  dayRate: 0,
  costs: [],
  memo: { choice: '', reasons: '', dissent: '', questions: '' },
};

/** Two rows about the same thing are one. */
export const keyOf = ({ feature, words }: Criterion): string =>
  feature ?? `=${words?.toLowerCase() ?? ''}`;

type Fields = Record<string, unknown>;

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

// Line breaks stay; everything else that does not print goes.
const UNPRINTED = /[^\P{C}\n]/gu;

const asText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.replace(UNPRINTED, '').trim().slice(0, max) : '';

const asSlug = (value: unknown): string => readSlugs([value])[0] ?? '';

const asAmount = (value: unknown): number => {
  const amount = typeof value === 'number' ? Math.round(value * 100) / 100 : 0;
  return amount > 0 && amount <= MAX_AMOUNT ? amount : 0;
};

const asRange = (value: unknown): Range => {
  const [low, high] = Array.isArray(value) ? value.map(asAmount) : [];
  return [low ?? 0, high ?? 0];
};

const asList = <T>(value: unknown, max: number, read: (one: Fields) => T | null): T[] =>
  Array.isArray(value)
    ? value
        .slice(0, 10 * max)
        .map((one) => read(asFields(one)))
        .filter((one) => one !== null)
        .slice(0, max)
    : [];

const isAnswer = (value: unknown): value is Exclude<Answer, null> =>
  value === 'documented' || value === 'partial' || value === 'absent';

const readAnswers = (value: unknown) =>
  Object.fromEntries(
    Object.entries(asFields(value))
      .slice(0, 100)
      .flatMap(([slug, answer]) => {
        const vendor = asSlug(slug);
        return vendor && isAnswer(answer) ? [[vendor, answer] as const] : [];
      }),
  );

const readCriterion = (value: Fields): Criterion | null => {
  const weight: Weight = SCALE.find((one) => one === value.weight) ?? 'must';
  const feature = asSlug(value.feature);
  if (feature) return { feature, weight };
  const words = asText(value.words, MAX_WORDS);
  return words ? { words, weight, answers: readAnswers(value.answers) } : null;
};

const readMark = (value: Fields): Mark | null => {
  const [vendor, name] = [asSlug(value.vendor), asText(value.name, MAX_NAME)];
  const mark = [1, 2, 3, 4, 5].find((one) => one === value.mark);
  return vendor && name && mark ? { vendor, name, mark, note: asText(value.note, MAX_NOTE) } : null;
};

const readCost = (value: Fields): Cost | null => {
  const vendor = asSlug(value.vendor);
  if (!vendor) return null;
  return {
    vendor,
    licence: asRange(value.licence),
    implementation: asRange(value.implementation),
    days: asRange(value.days),
  };
};

/** Of those with the same key, the first. */
export const once = <T>(items: readonly T[], key: (item: T) => string): T[] => {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(key(item))) found.set(key(item), item);
  return [...found.values()];
};

/** Makes a decision of whatever it is given: a file, an address, a storage that anybody can write to. */
export const readDecision = (value: unknown): Decision => {
  const fields = asFields(value);
  const memo = asFields(fields.memo);
  return {
    criteria: once(asList(fields.criteria, MAX_CRITERIA, readCriterion), keyOf),
    marks: once(asList(fields.marks, MAX_MARKS, readMark), markKey),
    currency: asText(fields.currency, 5) || NO_DECISION.currency,
    dayRate: asAmount(fields.dayRate),
    costs: once(asList(fields.costs, 12, readCost), ({ vendor }) => vendor),
    memo: {
      choice: asSlug(memo.choice),
      reasons: asText(memo.reasons, MAX_MEMO),
      dissent: asText(memo.dissent, MAX_MEMO),
      questions: asText(memo.questions, MAX_MEMO),
    },
  };
};

/** One mark for each vendor and name. */
export const markKey = ({ vendor, name }: Mark): string => `${vendor}/${name.toLowerCase()}`;

/** A decision with the vendors that it is about, as it is sent and saved. */
export interface Dossier {
  vendors: readonly string[];
  decision: Decision;
}

export const readDossier = (value: unknown): Dossier => {
  const fields = asFields(value);
  return { vendors: readSlugs(fields.vendors), decision: readDecision(fields.decision) };
};

export const isEmptyDossier = ({ vendors, decision }: Dossier): boolean =>
  vendors.length === 0 && JSON.stringify(decision) === JSON.stringify(NO_DECISION);
