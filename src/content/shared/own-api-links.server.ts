import { isDeepStrictEqual } from 'node:util';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { invalid } from '#platform/errors.ts';
import { isOwnApiCall } from '#platform/safe-link.ts';

const MESSAGE = 'Invalid input: this address is a call of our own API, not a page';

const holdsOwnCall = (value: unknown, siteUrl: string): boolean => {
  if (typeof value === 'string') return isOwnApiCall(value, siteUrl);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => holdsOwnCall(part, siteUrl));
};

/** A definition refuses the API's paths; with our own host before them only the running site can tell. */
export const withoutOwnApiLinks = (
  behaviour: Behaviour,
  _collection: Collection,
  { siteUrl }: { siteUrl: string },
): Behaviour => ({
  ...behaviour,
  prepare: async (draft, context) => {
    const wrong = Object.entries(draft).filter(
      ([key, value]) =>
        holdsOwnCall(value, siteUrl) && !isDeepStrictEqual(value, context.before?.[key]),
    );
    // Files and restored versions are accepted as they are.
    if (wrong.length > 0 && context.viewer && !context.isRestore) {
      throw invalid(Object.fromEntries(wrong.map(([key]) => [key, MESSAGE])));
    }
    return (await behaviour.prepare?.(draft, context)) ?? draft;
  },
});
