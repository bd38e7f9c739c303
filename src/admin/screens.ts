import type { ComponentType } from 'react';
import type { CollectionName } from '#client/api-calls.ts';
import type { Collection } from '#kit/collection.ts';
import type { OwnTab } from './own-tabs.ts';

export interface ScreenProps {
  collection: Collection;
}

/** Screens that belong to no content type, by tab. */
export type OwnScreens = Readonly<Record<OwnTab, ComponentType>>;

/** Screens that content types bring themselves, by collection. */
export type Screens = Readonly<Partial<Record<CollectionName, ComponentType<ScreenProps>>>>;
