import type { FormValues } from './form-types.ts';

/** What a form may not be sent without: the labels by field; spaces alone are nothing. */
export const requireFields = (
  labels: Readonly<Record<string, string>>,
  values: FormValues,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([key]) => String(values[key] ?? '').trim() === '')
      .map(([key, label]) => [key, `${label} is required`]),
  );
