import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';

/**
 * Props of a form that only script can send: submitted before hydration, it is marked by the script that starts the app
 * (`defer-scripts.server.ts`), and sent once hydrated. It posts, so that no password ever stands in an address.
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
