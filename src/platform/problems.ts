import type * as z from 'zod';
import { invalid } from './errors.ts';
import { asWords } from './words.ts';

/** More unknown fields than these are not named: it would not help. */
export const NAMED_UNKNOWN = 20;

const sayTooSmall = ({ origin, minimum }: z.core.$ZodIssueTooSmall, label: string): string => {
  if (origin === 'number' || origin === 'int') return `${label} must be at least ${minimum}`;
  if (Number(minimum) <= 1) return `${label} is missing`;
  const unit = origin === 'string' ? 'characters' : 'entries';
  return `${label} must have at least ${minimum} ${unit}`;
};

const sayTooBig = ({ origin, maximum }: z.core.$ZodIssueTooBig, label: string): string => {
  if (origin === 'number' || origin === 'int') return `${label} must be at most ${maximum}`;
  return `${label} must be at most ${maximum} ${origin === 'string' ? 'characters' : 'entries'}`;
};

/** zod's own sentences begin like this; what a rule of ours says is left as it is. */
const isZodsOwn = ({ message }: z.core.$ZodIssue) => /^(?:Too (?:big|small)|Invalid)/.test(message);

const describe = (issue: z.core.$ZodIssue, label: string): string => {
  if (issue.code === 'too_small' && isZodsOwn(issue)) return sayTooSmall(issue, label);
  if (issue.code === 'too_big' && isZodsOwn(issue)) return sayTooBig(issue, label);
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return `${label} is required`;
    const received = Array.isArray(issue.input) ? 'array' : typeof issue.input;
    return `Expected ${issue.expected}, received ${received}`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return `${label} is required`;
    const expected = issue.values.map((value) => `'${String(value)}'`).join(' | ');
    return `Invalid enum value. Expected ${expected}`;
  }
  if (issue.code === 'invalid_union') return 'Invalid input';
  return issue.message;
};

/** Inside a list of records: the part that is wrong, and in which row, counted as people count. */
const placeOf = (path: readonly PropertyKey[], label: string) => {
  const rows = path.filter((part) => typeof part === 'number').map((row) => row + 1);
  const part = path.findLast((step) => typeof step === 'string');
  return {
    label: part === undefined ? label : asWords(part),
    place: rows.length === 0 ? '' : ` in row ${rows.join('.')}`,
  };
};

export const problemsOf = (
  error: z.ZodError,
  labelOf: (key: string) => string = asWords,
): Record<string, string> => {
  // Without a prototype: a field may be called 'constructor'.
  const problems: Record<string, string> = Object.create(null);
  let unknown = 0;
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, NAMED_UNKNOWN - unknown)) {
        problems[key] ??= 'Unknown field';
        unknown += 1;
      }
      continue;
    }
    const key = String(issue.path[0] ?? 'body');
    const { label, place } = placeOf(issue.path.slice(1), labelOf(key));
    problems[key] ??= describe(issue, label) + place;
  }
  return problems;
};

/** The input as a schema reads it; else every problem is told by its field. */
export const parseAs = <S extends z.ZodType>(
  schema: S,
  input: unknown,
  labelFor?: (key: string) => string,
): z.output<S> => {
  // `reportInput` tells a missing value from a wrong one in the messages.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(problemsOf(result.error, labelFor));
};
