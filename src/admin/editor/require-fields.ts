import type { FormValues } from './form-types.ts';

/** Errors of missing fields, from labels by field; spaces alone count as empty. */
export const requireFields = (
  labels: Readonly<Record<string, string>>,
  values: FormValues,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([key]) => String(values[key] ?? '').trim() === '')
      .map(([key, label]) => [key, `${label} is required`]),
  );
