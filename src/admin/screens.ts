import type { ComponentType } from 'react';
import type { Collection } from '#kit/collection.ts';

export interface ScreenProps {
  collection: Collection;
}

/** Screens that content types bring themselves, by collection. */
export type Screens = Readonly<Record<string, ComponentType<ScreenProps>>>;
