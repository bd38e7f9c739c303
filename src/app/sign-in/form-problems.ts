import type { ZodType } from 'zod';
import type { FieldErrors } from '#admin/api/problems.ts';

/** The schema's errors by field; none when the form may be sent. */
export const formProblems = (schema: ZodType, values: unknown): FieldErrors => {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const problems: FieldErrors = {};
  for (const { path, message } of result.error.issues) problems[String(path[0])] ??= message;
  return problems;
};

/** A form's current texts, typed or filled in by the browser. */
export const formTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
