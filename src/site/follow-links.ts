import type { AnyRouter } from '@tanstack/react-router';

/** Links inside finished HTML are plain anchors: a plain click on one stays within the app. */
export const followLinks = (router: AnyRouter): (() => void) => {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('.prose a[href^="/"]');
    const href = link?.getAttribute('href');
    if (!href || link?.target || href.startsWith('//') || href.startsWith('/api/')) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
};
