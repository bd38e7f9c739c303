import { focusManager, type QueryClient } from '@tanstack/react-query';
import { userQuery } from '#client/user-query.ts';

type Listener = (isSignedIn: boolean) => void;

const listeners = new Set<Listener>();

/** Every call of the panel reports whether its response was for a signed-in user. */
export const reportSession = (isSignedIn: boolean) => {
  for (const listener of listeners) listener(isSignedIn);
};

/** Returns how to stop. */
const onSessionReport = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Keeps the panel's session state true: reads the user again when a response contradicts it, and when a signed-out
 * window gets focus, as the user may have signed in elsewhere. Returns how to stop.
 */
export const watchSession = (queryClient: QueryClient): (() => void) => {
  const [userPath] = userQuery.queryKey;
  const isSignedIn = () => Boolean(queryClient.getQueryData(userQuery.queryKey));
  let isAsking = false;

  const askAgain = async () => {
    if (isAsking) return;
    isAsking = true;
    const wasSignedIn = isSignedIn();
    await queryClient.prefetchQuery({ ...userQuery, staleTime: 0 });
    isAsking = false;
    if (wasSignedIn || !isSignedIn()) return;
    // Responses without a session were empty.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userPath });
  };

  const stopReports = onSessionReport((found) => {
    if (found !== isSignedIn()) void askAgain();
  });
  const stopFocus = focusManager.subscribe((isFocused) => {
    if (isFocused && !isSignedIn()) void askAgain();
  });
  return () => {
    stopReports();
    stopFocus();
  };
};
