import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import type { CollectionParts, PartsOf } from '#kit/routes.server.ts';
import { notFound, orNotFound } from '#platform/errors.ts';
import { idParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Shared by calls on items of several types: '/api/{collection}/{id}/used-by'. */
export const createItemCalls = (types: readonly Collection[], partsOf: PartsOf) => {
  const find = (named: string): CollectionParts => {
    if (!types.some(({ name }) => name === named)) throw notFound('Collection');
    return partsOf(named);
  };
  const names = types.map(({ name }) => name);
  return {
    names,
    params: idParam.extend({ collection: z.string().meta({ enum: names }) }),
    find,
    /** The type of a call's item with all its parts, and the item's id. */
    at: (named: { collection: string; id: number }) => ({
      ...find(named.collection),
      id: named.id,
    }),
    findItem: async (named: { collection: string; id: number }, viewer: Viewer) => {
      const { collection, reader } = find(named.collection);
      const item = orNotFound(await reader.byId(viewer, named.id), collection.label.one);
      return { collection, item };
    },
  };
};

const version = z.coerce.number().int().max(1_000_000_000).meta({ type: 'integer' });

/** The draft version that was seen: no action applies to a later save. */
export const draftSeenQuery = z.object({
  draftVersion: version.min(0).optional().meta({
    description: 'The save of the draft that was seen, 0 for none; another one answers 412',
  }),
});

export const draftBaseQuery = z.object({
  baseVersion: version.min(1).optional().meta({
    description:
      'The version of the item that the draft stands on from now on; a later one answers 412',
  }),
});

/** The types with pages: only a page has a live version beside its draft. */
export const createPagedTypes = (registry: readonly Collection[], partsOf: PartsOf) =>
  createItemCalls(
    registry.filter(({ publicPath }) => publicPath !== undefined),
    partsOf,
  );
