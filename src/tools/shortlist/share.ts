import { DEFAULT_WEIGHT, SCALE } from '#site/shortlist/shortlist-store.ts';
import { type Criterion, type Decision, readDecision } from './decision.ts';
import type { Weight } from './score.ts';

/** Longer addresses are not made: not every program that sends them takes them whole. */
export const MAX_ADDRESS = 8000;

/** The names that a memo has in an address. */
const MEMO_NAMES = {
  choice: 'choice',
  reasons: 'why',
  dissent: 'dissent',
  questions: 'questions',
} as const;

const NAMES = ['v', 'need', 'must', 'own', ...Object.values(MEMO_NAMES)];

/** Own words with their weight and the findings by vendor: '3/asora:partial,masttro:absent/Speaks Portuguese'. */
const writeOwn = ({ words, weight, answers = {} }: Criterion): string => {
  const findings = Object.entries(answers).map(([vendor, answer]) => `${vendor}:${answer}`);
  return [weight, findings.join(','), words].join('/');
};

const writeCriterion = (criterion: Criterion): [name: string, value: string] => {
  const { feature, weight } = criterion;
  if (feature === undefined) return ['own', writeOwn(criterion)];
  if (weight === 'must') return ['must', feature];
  return ['need', weight === DEFAULT_WEIGHT ? feature : `${feature}:${weight}`];
};

/**
 * The decision as the part of an address after '#', which no browser sends to a server: 'v=addepar,asora&must=sso'.
 * Null where it is too long.
 */
export const toAddress = ({ vendors, criteria, memo }: Decision): string | null => {
  const params = new URLSearchParams();
  if (vendors.length > 0) params.append('v', vendors.join(','));
  for (const criterion of criteria) params.append(...writeCriterion(criterion));
  for (const [key, name] of Object.entries(MEMO_NAMES)) {
    const text = memo[key as keyof typeof MEMO_NAMES];
    if (text) params.append(name, text);
  }
  const text = params
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    // Mail programs take a full stop at the end for that of their sentence.
    .replace(/\.$/, '%2E');
  return text.length <= MAX_ADDRESS ? text : null;
};

const readWeight = (text: string): Weight =>
  text === 'must' ? text : (SCALE.find((step) => String(step) === text) ?? DEFAULT_WEIGHT);

const readOwn = (text: string): Criterion => {
  const [weight = '', findings = '', ...words] = text.split('/');
  return {
    words: words.join('/'),
    weight: readWeight(weight),
    answers: Object.fromEntries(findings.split(',').map((one) => one.split(':'))),
  };
};

const readCriteria = (name: string, value: string): Criterion[] => {
  if (name === 'own') return [readOwn(value)];
  if (name === 'must') return value.split(',').map((feature) => ({ feature, weight: 'must' }));
  if (name !== 'need') return [];
  return value.split(',').map((need) => {
    const [feature, weight = ''] = need.split(':');
    return { feature, weight: readWeight(weight) };
  });
};

export type Shared = { decision: Decision } | { problem: string };

/** A version with a dot, as the addresses of earlier years begin. */
const EARLIER = /^\d{1,3}\.[\w-]*$/;

/** The decision after the '#' of an address, or why it cannot be read; null where it is about something else. */
export const fromAddress = (text: string): Shared | null => {
  if (EARLIER.test(text)) {
    return {
      problem:
        'This address was made by an earlier version of this page and cannot be read any more. Ask for a new one.',
    };
  }
  const params = new URLSearchParams(text);
  if (!NAMES.some((name) => params.has(name))) return null;
  const memo = Object.entries(MEMO_NAMES).map(([key, name]) => [key, params.get(name)]);
  return {
    decision: readDecision({
      vendors: params.getAll('v').flatMap((value) => value.split(',')),
      criteria: [...params].flatMap(([name, value]) => readCriteria(name, value)),
      memo: Object.fromEntries(memo),
    }),
  };
};

/** Hands a text to the visitor as a file; it is made here, and no server sees it. */
export const downloadText = (name: string, type: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
