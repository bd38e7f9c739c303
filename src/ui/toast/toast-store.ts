import { type ReactNode, useSyncExternalStore } from 'react';

/** The spec's constants for toasts, of which one at most is shown. */
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_SWIPE_DIRECTION = 'right';
export const TOAST_HOTKEY = ['F8'];

export interface ToastInput {
  title?: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  duration?: number;
  /** A button in the toast, e.g. Undo; altText says how to do the same without it. */
  action?: { label: string; altText: string; onClick: () => void };
}

export interface ToastItem extends ToastInput {
  id: string;
  open: boolean;
}

let shown: ToastItem | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(next: ToastItem | null) {
  clearTimeout(removal);
  shown = next;
  for (const listener of listeners) listener();
}

/** Closes a toast that is still shown; the closed item goes long after its animation. */
export function dismissToast(id: string) {
  if (shown?.id !== id || !shown.open) return;
  publish({ ...shown, open: false });
  removal = setTimeout(() => publish(null), TOAST_REMOVE_DELAY_MS);
  if (typeof removal === 'object') removal.unref?.();
}

/** Shows a toast in place of the one before. */
export function toast(input: ToastInput) {
  lastId += 1;
  publish({ ...input, id: String(lastId), open: true });
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const readToast = () => shown;

export const useToast = () => useSyncExternalStore(subscribeToasts, readToast, () => null);
