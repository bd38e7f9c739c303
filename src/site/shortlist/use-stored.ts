import { useSyncExternalStore } from 'react';
import type { Stored } from './stored.ts';

/** What is stored, as it changes in this tab and in others; the server knows nothing of it. */
export const useStored = <T>(stored: Stored<T>): T =>
  useSyncExternalStore(stored.subscribe, stored.get, () => stored.empty);
