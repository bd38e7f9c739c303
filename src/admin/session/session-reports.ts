type Listener = (isSignedIn: boolean) => void;

const listeners = new Set<Listener>();

/** Every call of the panel reports whether its response was for a signed-in user. */
export const reportSession = (isSignedIn: boolean) => {
  for (const listener of listeners) listener(isSignedIn);
};

/** Returns how to stop. */
export const onSessionReport = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
