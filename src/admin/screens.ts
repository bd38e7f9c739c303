import type { ComponentType } from 'react';
import type { Collection } from '#kit/collection.ts';

export interface ScreenProps {
  collection: Collection;
}

/** Screens of the desk itself, by tab. */
export type DeskScreens = Readonly<Record<string, ComponentType>>;

/** Screens that content types bring themselves, by collection. */
export type Screens = Readonly<Record<string, ComponentType<ScreenProps>>>;
