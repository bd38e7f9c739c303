import type * as z from 'zod';
import { asWords } from './words.ts';

const describe = (issue: z.core.$ZodIssue, label: string): string => {
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

/** All problems of an input, one sentence a field. */
export const problemsOf = (
  error: z.ZodError,
  labelOf: (key: string) => string = asWords,
): Record<string, string> => {
  // Without a prototype: a field may be called 'constructor'.
  const problems: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) problems[key] ??= 'Unknown field';
      continue;
    }
    const key = String(issue.path[0] ?? 'body');
    const at = issue.path.length > 1 ? ` (at ${issue.path.slice(1).join('.')})` : '';
    problems[key] ??= describe(issue, labelOf(key)) + at;
  }
  return problems;
};
