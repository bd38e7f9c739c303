import type { Context } from 'hono';
import { AppError } from '#platform/errors.ts';
import { isStorable } from './storable.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

const parse = (bytes: ArrayBuffer): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON');
  }
};

/** Refuses a body that says to be of another type. */
export const requireType = (c: Context, wanted: string) => {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === wanted) return;
  throw new AppError('unsupported-type', `Send the body as ${wanted}`);
};

/** The body of a request: JSON in UTF-8 that the database can keep. */
export const readJson = async (c: Context): Promise<unknown> => {
  requireType(c, 'application/json');
  const value = parse(await c.req.arrayBuffer());
  if (!isStorable(value)) {
    throw new AppError(
      'invalid',
      'The body nests too deeply, has too many values, or holds characters that no text has',
    );
  }
  return value;
};
