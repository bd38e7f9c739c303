import type { Behaviour } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { AppError } from '#platform/errors.ts';
import { hasRole } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';

const MESSAGE =
  'Only a publisher or an owner may publish, and change or delete what is published. An editor writes drafts.';

/**
 * An item that is public before or after a write takes a publisher, in every call. Checked on the sent values and again
 * on the stored ones, since a type completes them. The server's own work has no viewer.
 */
export const withRoleRules = (behaviour: Behaviour, collection: Collection): Behaviour => {
  const requirePublisher = (viewer: Viewer, ...states: (Partial<AnyItem> | null)[]) => {
    if (!viewer || hasRole(viewer, 'publisher')) return;
    if (states.some((state) => isPublic(collection, state))) {
      throw new AppError('forbidden', MESSAGE);
    }
  };
  return {
    ...behaviour,
    prepare: async (draft, context) => {
      const { viewer, before } = context;
      requirePublisher(viewer, before, { ...before, ...draft });
      return (await behaviour.prepare?.(draft, context)) ?? draft;
    },
    after: async (change, tx) => {
      requirePublisher(change.viewer, change.before, change.after);
      await behaviour.after?.(change, tx);
    },
  };
};
