import { useSyncExternalStore } from 'react';
import { dismissToast, readToasts, subscribeToasts, type ToastItem, toast } from './toast-store.ts';

const NONE: readonly ToastItem[] = [];

export function useToast() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, () => NONE);
  return { toasts, toast, dismiss: dismissToast };
}
