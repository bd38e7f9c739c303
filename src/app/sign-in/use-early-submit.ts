import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';

/**
 * What a form needs that only script can send: sent before the app was hydrated, it is marked by the script that starts the
 * app (`defer-scripts.server.ts`), and sent as soon as it is. It posts, so that no password ever stands in an address.
 */
export const useEarlySubmit = (send: (form: FormData) => Promise<void>) => {
  const ref = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const first = useRef(send);
  useEffect(() => {
    const form = ref.current;
    if (form?.dataset.early === 'sent') void first.current(new FormData(form));
  }, []);
  return {
    ref,
    method: 'post',
    'data-early': isHydrated ? undefined : '',
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send(new FormData(event.currentTarget));
    },
  } as const;
};
