import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import type { PartsOf } from '#kit/routes.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';

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
