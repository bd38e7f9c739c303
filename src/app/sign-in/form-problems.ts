import type { ZodType } from 'zod';
import type { FieldErrors } from '#admin/api/problems.ts';

/** What a form's own schema says, by field; nothing when it may be sent. */
export const formProblems = (schema: ZodType, values: unknown): FieldErrors => {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const problems: FieldErrors = {};
  for (const { path, message } of result.error.issues) problems[String(path[0])] ??= message;
  return problems;
};

/** What stands in a form's fields now, whether typed or filled in by the browser. */
export const formTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
