import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Sign-in is public, and an address with a password is short. Of an anonymous visitor more is read only where a call says so. */
export const SIGN_IN_BODY = 4096;
const USUAL_BODY = 1_048_576;

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('too-large', 'The request is too large');
    },
  });

/** A body of unknown length is held in memory until it is whole, so it is read after the access check. */
export const createBodyLimit = (maxBody = USUAL_BODY, maxAnonymous = SIGN_IN_BODY) => {
  const forAnonymous = limitTo(Math.min(maxBody, maxAnonymous));
  const forSignedIn = limitTo(maxBody);
  return async (c: Context, viewer: Viewer, respond: () => Promise<Response>) => {
    const limit = viewer ? forSignedIn : forAnonymous;
    await limit(c, async () => {
      c.res = await respond();
    });
    return c.res;
  };
};
