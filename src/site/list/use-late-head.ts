import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * The router makes a head when it opens an address, but a filter is opened before its list is there. Once the list is shown,
 * the same address is opened again: its loader finds the list, and nothing is asked for twice.
 */
export const useLateHead = (isLate: boolean) => {
  const router = useRouter();
  useEffect(() => {
    if (!isLate) return;
    const { href } = router.latestLocation;
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router, isLate]);
};
