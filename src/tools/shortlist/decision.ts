import { MAX_SHORTLISTED, readSlugs } from '#site/shortlist/shortlist-store.ts';
import { SCALE } from '#site/shortlist/weights.ts';
import type { Answer, Weight } from './score.ts';

/** One row of the scorecard: a feature of ours, whose answers are evidence, or the buyer's own words and findings. */
export interface Criterion {
  feature?: string;
  words?: string;
  weight: Weight;
  answers?: Readonly<Record<string, Exclude<Answer, null>>>;
}

/** A committee member's opinion of a vendor; it stands beside the score and never in it. */
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

/** The texts of a memo, by their headings. */
export const MEMO_TEXTS = [
  { key: 'reasons', label: 'Why' },
  { key: 'dissent', label: 'Dissent' },
  { key: 'questions', label: 'Open questions' },
] as const;

/** Another member's scorecard as it was shared; its marks stand among all marks. */
export interface Member {
  name: string;
  vendors: readonly string[];
  criteria: readonly Criterion[];
}

/** The vendors, and everything that was said of them; stored in the browser, and nowhere else. */
export interface Decision {
  vendors: readonly string[];
  scoredBy: string;
  criteria: readonly Criterion[];
  /** Whether what vendors state counts where no page says anything. */
  countsStated: boolean;
  members: readonly Member[];
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
/** With this browser's user it is a committee of seven. */
export const MAX_MEMBERS = 6;
export const MAX_MARKS = (MAX_MEMBERS + 1) * MAX_SHORTLISTED;
export const MAX_AMOUNT = 1_000_000_000;

export const NO_DECISION: Decision = {
  vendors: [],
  scoredBy: '',
  criteria: [],
  countsStated: false,
  members: [],
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

const readCriteria = (value: unknown): Criterion[] =>
  once(asList(value, MAX_CRITERIA, readCriterion), keyOf);

const readMember = (value: Fields): Member | null => {
  const name = asText(value.name, MAX_NAME);
  if (!name) return null;
  return { name, vendors: readSlugs(value.vendors), criteria: readCriteria(value.criteria) };
};

/** Of those with the same key, the first. */
export const once = <T>(items: readonly T[], key: (item: T) => string): T[] => {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(key(item))) found.set(key(item), item);
  return [...found.values()];
};

/** Makes a decision of untrusted input: a file, an address, or stored values. */
export const readDecision = (value: unknown): Decision => {
  const given = asFields(value);
  // Files of the first year hold the vendors beside the decision.
  const fields = 'decision' in given ? { ...asFields(given.decision), ...given } : given;
  const memo = asFields(fields.memo);
  return {
    vendors: readSlugs(fields.vendors),
    scoredBy: asText(fields.scoredBy, MAX_NAME),
    criteria: readCriteria(fields.criteria),
    countsStated: fields.countsStated === true,
    members: once(asList(fields.members, MAX_MEMBERS, readMember), personKey),
    marks: once(asList(fields.marks, MAX_MARKS, readMark), markKey),
    currency: asText(fields.currency, 5) || NO_DECISION.currency,
    dayRate: asAmount(fields.dayRate),
    costs: once(asList(fields.costs, MAX_SHORTLISTED, readCost), ({ vendor }) => vendor),
    memo: {
      choice: asSlug(memo.choice),
      reasons: asText(memo.reasons, MAX_MEMO),
      dissent: asText(memo.dissent, MAX_MEMO),
      questions: asText(memo.questions, MAX_MEMO),
    },
  };
};

/** A name is one person, however it is written. */
export const personKey = ({ name }: { name: string }): string => name.trim().toLowerCase();

/** One mark for each vendor and name. */
export const markKey = (mark: Mark): string => `${mark.vendor}/${personKey(mark)}`;

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
