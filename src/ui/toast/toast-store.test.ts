import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as constants from './toast-store.ts';
import { dismissToast, readToast, subscribeToasts, toast } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  dismissToast(readToast()?.id ?? '');
  vi.runAllTimers();
  vi.useRealTimers();
});

it('P26.03 keeps the spec constants of the toast', () => {
  expect(constants.TOAST_DURATION_MS).toBe(5000);
  expect(constants.TOAST_REMOVE_DELAY_MS).toBe(1_000_000);
  expect(constants.TOAST_SWIPE_THRESHOLD_PX).toBe(50);
  expect(constants.TOAST_SWIPE_DIRECTION).toBe('right');
  expect(constants.TOAST_HOTKEY).toEqual(['F8']);
});

it('P26.02 shows one at a time, the newest', () => {
  toast({ title: 'First' });
  toast({ title: 'Second', variant: 'destructive' });
  expect(readToast()).toMatchObject({ title: 'Second', open: true });
});

it('P26.04 removes a dismissed toast after 1,000,000 ms and not before', () => {
  toast({ title: 'Saved' });
  dismissToast(readToast()?.id ?? '');
  expect(readToast()?.open).toBe(false);
  vi.advanceTimersByTime(999_999);
  expect(readToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(readToast()).toBeNull();
});

it('P26.02 an action that shows the next toast closes its own alone', () => {
  toast({ title: 'Removed' });
  const id = readToast()?.id ?? '';
  toast({ title: 'Restored' });
  dismissToast(id);
  expect(readToast()).toMatchObject({ title: 'Restored', open: true });
});

it('tells its listeners until they leave', () => {
  const listener = vi.fn();
  const leave = subscribeToasts(listener);
  toast({ title: 'Saving' });
  toast({ title: 'Saved' });
  expect(readToast()?.title).toBe('Saved');
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  toast({ title: 'Unheard' });
  expect(listener).toHaveBeenCalledTimes(2);
});
