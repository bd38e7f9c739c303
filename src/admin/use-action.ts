import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#platform/api-error.ts';
import { readAt, refreshCollection } from './api/admin-queries.ts';
import { focusTab } from './focus-tab.ts';
import { type Done, type Failed, toastOutcome } from './toast.ts';

/** Does what a button asks for, and tells what came of it. */
export const useRun = (reread: () => Promise<unknown>) => {
  const [isBusy, setIsBusy] = useState(false);
  /** Resolves to whether it came about. A refusal may mean that others changed something; no answer means nothing. */
  const run = async <T>(work: () => Promise<T>, done: Done<T>, failed?: Failed) => {
    // A button that is disabled meanwhile loses the focus.
    const from = document.activeElement;
    setIsBusy(true);
    let isAnswered = true;
    const noteAnswer = (error: unknown) => {
      isAnswered = error instanceof ApiError;
      throw error;
    };
    const isDone = await toastOutcome(() => work().catch(noteAnswer), done, failed);
    if (isAnswered) await reread();
    setIsBusy(false);
    focusTab(from);
    return isDone;
  };
  return { run, isBusy };
};

/** Reads again what stands at these paths afterwards. */
export const useAction = (...paths: readonly string[]) => {
  const queryClient = useQueryClient();
  const rereadAt = async (path: string) => {
    // Answers that are still on their way were read before the change, and would stand for the new.
    await queryClient.cancelQueries(readAt(path));
    await queryClient.invalidateQueries(readAt(path));
  };
  const reread = () => Promise.all(paths.map(rereadAt));
  return { ...useRun(reread), reread };
};

/** For a change of items: their type is read again, with all that the panel says about them. */
export const useChange = (name: string) => {
  const queryClient = useQueryClient();
  return useRun(() => refreshCollection(queryClient, name));
};
