import { useSyncExternalStore } from 'react';
import type { Stored } from './stored.ts';

/** The stored value, live in this tab and others; the server knows nothing of it. */
export const useStored = <T>(stored: Stored<T>): T =>
  useSyncExternalStore(stored.subscribe, stored.get, () => stored.empty);
