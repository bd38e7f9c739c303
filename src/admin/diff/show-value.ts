import type { Field } from '#kit/fields.ts';

/** A field's value as text that a person can read and compare. */
export const showValue = (field: Field | undefined, value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.kind === 'date') return String(value).slice(0, 10);
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};
