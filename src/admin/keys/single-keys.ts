import { useSyncExternalStore } from 'react';

const STORED = 'single-keys';
const listeners = new Set<() => void>();

const areOn = (): boolean => localStorage.getItem(STORED) !== 'off';

export const setSingleKeys = (isOn: boolean) => {
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Whether keys without Ctrl do anything: people who speak to their browser turn them off (WCAG 2.1.4). */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areOn);

const TAKEN =
  'input:not([type="checkbox"]), textarea, select, form, [role="form"], [contenteditable="true"]';
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** A key pressed alone, that neither a field nor a dialog waits for. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  event.target instanceof Element &&
  !event.target.closest(TAKEN) &&
  !document.querySelector(OPEN);
