import * as z from 'zod';
import { AppError } from '#platform/errors.ts';
import { NAMED_UNKNOWN } from '#platform/problems.ts';

const NAME_LENGTH = 60;

/** Refuses a body of very many unknown fields before any of them is looked at, and names the first. */
export const refuseManyUnknown = (schema: z.ZodType, input: unknown) => {
  if (!(schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever)) return;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return;
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(schema.shape, key));
  if (unknown.length <= NAMED_UNKNOWN) return;
  const named = unknown.slice(0, NAMED_UNKNOWN).map((key) => key.slice(0, NAME_LENGTH));
  const rest = (unknown.length - NAMED_UNKNOWN).toLocaleString('en-US');
  const fields = Object.assign(
    Object.create(null),
    Object.fromEntries(named.map((key) => [key, 'Unknown field'])),
  );
  throw new AppError('invalid', `Unknown fields: ${named.join(', ')} and ${rest} more`, { fields });
};
