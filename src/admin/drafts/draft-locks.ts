import { type DraftPlace, draftKey } from './draft-store.ts';

/** Marks a draft as being written now; the browser lets go of it with the tab, even when that crashes. */
export const holdDraft = (place: DraftPlace): (() => void) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // Browsers offer locks to https and localhost only; elsewhere every draft counts as left behind.
  void navigator.locks?.request(draftKey(place), () => held);
  return release;
};

/** The drafts that some open form is writing, in whichever tab. */
export const findHeldDrafts = async (): Promise<ReadonlySet<string>> => {
  const state = await navigator.locks?.query();
  return new Set(state?.held?.flatMap(({ name }) => name ?? []));
};

/** Settles when whoever writes a draft lets go of it. */
export const waitForDraft = async (key: string, signal: AbortSignal): Promise<void> => {
  await navigator.locks.request(key, { mode: 'shared', signal }, () => undefined);
};
