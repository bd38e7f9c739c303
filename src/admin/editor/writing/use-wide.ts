import { useSyncExternalStore } from 'react';

/** From here on a screen has room for something beside its own. */
export const BESIDE = '64rem';

/** Whether the window is at least so wide. */
export const useWide = (width: string): boolean => {
  const query = `(width >= ${width})`;
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => true,
  );
};
