import type { Behaviour } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { withListFilters } from '#modules/list-filters/list-filters.server.ts';
import { withOpenReferences } from './open-references.server.ts';
import { withoutOwnApiLinks } from './own-api-links.server.ts';
import { withPictureHosts } from './picture-hosts.server.ts';
import type { PathCheck } from './public-paths.server.ts';
import { withRelatedInfo } from './related-info.server.ts';
import { withRoleRules } from './role-rules.server.ts';

interface Surroundings {
  registry: readonly Collection[];
  readerOf: ReaderOf;
  /** Where pictures may come from besides our own files. */
  imageHosts: readonly string[];
  siteUrl: string;
  closedPaths: PathCheck;
}

/** Items of a type without rules of its own never look at each other. */
const withBatches = (behaviour: Behaviour): Behaviour =>
  behaviour.prepare || behaviour.after ? behaviour : { ...behaviour, batches: () => true };

/**
 * From the inside out, each asked before those above it. Batches are allowed by the type's own rules alone, so they come
 * first; roles come last, since a person who may not publish is told nothing else about a draft.
 */
const WRAPPERS: readonly ((
  behaviour: Behaviour,
  collection: Collection,
  around: Surroundings,
) => Behaviour)[] = [
  withBatches,
  withPictureHosts,
  withoutOwnApiLinks,
  withOpenReferences,
  withRelatedInfo,
  withRoleRules,
  withListFilters,
];

/** A type's own behaviour with the rules of all types around it. */
export const wrapBehaviour = (own: Behaviour, collection: Collection, around: Surroundings) =>
  WRAPPERS.reduce((behaviour, wrap) => wrap(behaviour, collection, around), own);
