import type { Behaviour } from '#kit/behaviour.server.ts';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import { invalid } from '#platform/errors.ts';
import { isFromHosts } from '#platform/safe-link.ts';

/** A picture from a host that no page's policy names would stay blank, so an editor is told when saving it. */
export const withPictureHosts = (
  behaviour: Behaviour,
  collection: Collection,
  { imageHosts: hosts }: { imageHosts: readonly string[] },
): Behaviour => {
  const keys = fieldEntries(collection).flatMap(([key, field]) => (field.picture ? [key] : []));
  if (keys.length === 0) return behaviour;
  const message = `Pictures come from our uploads or over https from ${hosts.join(', ') || 'no other host'}`;
  const isForeign = (draft: Partial<AnyItem>, before: AnyItem | null, key: string) => {
    const existing = [before?.[key]].flat();
    const isNew = (value: unknown) =>
      typeof value === 'string' && value !== '' && !existing.includes(value);
    return [draft[key]].flat().some((value) => isNew(value) && !isFromHosts(String(value), hosts));
  };
  return {
    ...behaviour,
    prepare: async (draft, context) => {
      const foreign = keys.filter((key) => isForeign(draft, context.before, key));
      // Files and restored versions are accepted as they are; their page leaves a foreign picture out.
      if (foreign.length > 0 && context.viewer && !context.isRestore) {
        throw invalid(Object.fromEntries(foreign.map((key) => [key, message])));
      }
      return (await behaviour.prepare?.(draft, context)) ?? draft;
    },
  };
};
