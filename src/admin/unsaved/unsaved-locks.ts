import { type UnsavedPlace, unsavedKey } from './unsaved-store.ts';

/** Marks a text as being written now; the browser lets go of it with the tab, even when that crashes. */
export const holdSlot = (place: UnsavedPlace): (() => void) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // Browsers offer locks to https and localhost only; elsewhere every text counts as left behind.
  void navigator.locks?.request(unsavedKey(place), () => held);
  return release;
};

/** The texts that some open form is writing, in any tab. */
export const findHeld = async (): Promise<ReadonlySet<string>> => {
  const state = await navigator.locks?.query();
  return new Set(state?.held?.flatMap(({ name }) => name ?? []));
};

/** Settles when a text's writer lets go of it. */
export const waitForSlot = async (key: string, signal: AbortSignal): Promise<void> => {
  await navigator.locks.request(key, { mode: 'shared', signal }, () => undefined);
};
