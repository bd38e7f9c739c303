import type { ComponentType } from 'react';
import type { CollectionName } from '#client/api-calls.ts';
import type { Collection } from '#kit/collection.ts';
import type { OwnTabOf } from './own-tabs.ts';

export interface ScreenProps {
  collection: Collection;
}

/** Screens of the desk itself, by tab. */
export type DeskScreens = Readonly<Record<OwnTabOf<'desk'>, ComponentType>>;

/** Screens that content types bring themselves, by collection. */
export type Screens = Readonly<Partial<Record<CollectionName, ComponentType<ScreenProps>>>>;
