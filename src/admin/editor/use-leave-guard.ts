import { useBlocker } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { type Question, useConfirm } from '#admin/confirm/use-confirm.ts';

const QUESTION: Question = {
  title: 'Unsaved changes',
  text: 'You have unsaved changes. Close without saving?',
  action: 'Discard changes',
  cancel: 'Keep editing',
  tone: 'danger',
};

/** Told before anybody asks: a field that holds text back while it is typed hands it over. */
export const LEAVING = 'leaving-form';

interface Place {
  pathname: string;
  search: object;
}

/** Nothing that is typed is left between the form and its writing page, and to another part of the screen. */
const keepsForm = (from: Place, to: Place) => {
  if (from.pathname === to.pathname)
    return JSON.stringify(from.search) === JSON.stringify(to.search);
  return `${from.pathname}/write` === to.pathname || from.pathname === `${to.pathname}/write`;
};

/**
 * Asks before changed text is left: by Back, by a link or by closing. Returns a function for the closing. A reload is
 * stopped where nothing keeps the text, to offer it again after it.
 */
export const useLeaveGuard = (isDirty: boolean, onDiscard?: () => void) => {
  const confirm = useConfirm();
  const dirty = useRef(isDirty);
  useLayoutEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);

  const mayLeave = async (): Promise<boolean> => {
    window.dispatchEvent(new Event(LEAVING));
    if (!dirty.current) return true;
    const isSure = await confirm(QUESTION);
    if (!isSure) return false;
    dirty.current = false;
    onDiscard?.();
    return true;
  };

  useBlocker({
    shouldBlockFn: async ({ current, next }) => !keepsForm(current, next) && !(await mayLeave()),
    enableBeforeUnload: () => dirty.current && !onDiscard,
  });
  return mayLeave;
};
