import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import type { CollectionParts, PartsOf } from '#kit/routes.server.ts';
import { notFound } from '#platform/errors.ts';
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
    findItem: async (named: { collection: string; id: number }, viewer: Viewer) => {
      const { collection, reader } = find(named.collection);
      const item = await reader.byId(viewer, named.id);
      if (!item) throw notFound(collection.label.one);
      return { collection, item };
    },
  };
};
