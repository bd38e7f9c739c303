import type { Collection } from '#kit/collection.ts';

let collections: readonly Collection[] = [];

/** The panel gets its content types once, when it starts. */
export const provideCollections = (registry: readonly Collection[]) => {
  collections = registry;
};

export const allCollections = (): readonly Collection[] => collections;

export const collectionNamed = (name: string): Collection | undefined =>
  collections.find((collection) => collection.name === name);

/** 'Vendor', for its name; a name that is no type's stays. */
export const typeNamed = (name: string): string => collectionNamed(name)?.label.one ?? name;
