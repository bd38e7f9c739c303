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

/** The body of a request: JSON in UTF-8 that the database can keep. */
export const readJson = async (c: Context): Promise<unknown> => {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported-type', 'Send the body as application/json');
  }
  const value = parse(await c.req.arrayBuffer());
  if (!isStorable(value)) {
    throw new AppError(
      'invalid',
      'The body nests too deeply, or holds characters that no text has',
    );
  }
  return value;
};
