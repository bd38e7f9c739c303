type Listener = (isSignedIn: boolean) => void;

const listeners = new Set<Listener>();

/** Every call of the panel tells whether it was answered as to somebody who is signed in. */
export const reportSession = (isSignedIn: boolean) => {
  for (const listener of listeners) listener(isSignedIn);
};

/** Returns how to stop. */
export const onSessionReport = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
