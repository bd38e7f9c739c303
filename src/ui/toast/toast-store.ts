import type { ReactNode } from 'react';

/** The spec's constants for toasts. */
export const TOAST_LIMIT = 1;
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

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}

function removeToast(id: string) {
  clearTimeout(removals.get(id));
  removals.delete(id);
  publish(items.filter((item) => item.id !== id));
}

/** Closes one toast, or all; the closed item leaves the list long after its animation. */
export function dismissToast(id?: string) {
  const closing = items.filter((item) => id === undefined || item.id === id);
  for (const item of closing) {
    if (removals.has(item.id)) continue;
    const timer = setTimeout(() => removeToast(item.id), TOAST_REMOVE_DELAY_MS);
    if (typeof timer === 'object') timer.unref?.();
    removals.set(item.id, timer);
  }
  publish(items.map((item) => (closing.includes(item) ? { ...item, open: false } : item)));
}

/** Shows a toast; the newest one wins. */
export function toast(input: ToastInput) {
  lastId += 1;
  const id = String(lastId);
  const kept = [{ ...input, id, open: true }, ...items].slice(0, TOAST_LIMIT);
  for (const item of items) {
    if (kept.includes(item)) continue;
    clearTimeout(removals.get(item.id));
    removals.delete(item.id);
  }
  publish(kept);
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (change: ToastInput) =>
      publish(items.map((item) => (item.id === id ? { ...item, ...change } : item))),
  };
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function readToasts(): readonly ToastItem[] {
  return items;
}
