import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

const BODY_LIMIT = 1_048_576;
/** Anybody may sign in, and an address with a password is short. */
const ANONYMOUS_LIMIT = 4096;
const UPLOAD_LIMIT = 5_242_880;
/** The names and lengths of the parts of a form. */
const FORM_ROOM = 100_000;
/** A whole collection as CSV. */
const IMPORT_LIMIT = 67_108_864;

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('too-large', 'The request is too large');
    },
  });

const limits = {
  anonymous: limitTo(ANONYMOUS_LIMIT),
  upload: limitTo(UPLOAD_LIMIT + FORM_ROOM),
  import: limitTo(IMPORT_LIMIT),
  other: limitTo(BODY_LIMIT),
};

const limitOf = (path: string, viewer: Viewer) => {
  if (viewer === null || /^\/api\/(auth\/|login|logout)/.test(path)) return limits.anonymous;
  if (path === '/api/uploads') return limits.upload;
  return /^\/api\/[\w-]+\/import$/.test(path) ? limits.import : limits.other;
};

/** A body of unknown length is held in memory until it is whole, so nobody's is read who may not call. */
export const withLimitedBody = async (
  c: Context,
  viewer: Viewer,
  respond: () => Promise<Response>,
): Promise<Response> => {
  await limitOf(c.req.path, viewer)(c, async () => {
    c.res = await respond();
  });
  return c.res;
};
