import { focusManager, type QueryClient } from '@tanstack/react-query';
import { userQuery } from '#client/user-query.ts';
import { onSessionReport } from './session-reports.ts';

/**
 * Keeps what the panel knows of its session true: asks who is signed in when a response says otherwise, and when somebody
 * comes back to the window who may have signed in elsewhere. Returns how to stop.
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
    // What was read without a session is empty.
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
