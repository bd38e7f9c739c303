import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#site/search-params.ts';

/** Long enough that a pointer on its way elsewhere asks for nothing. */
const INTENT_MS = 50;

/** Files and the API are no pages of the router. */
const NOT_A_PAGE = /^\/(?:api|uploads)\/|^[^?#]*\.\w+(?:[?#]|$)/;

/** The page that a link leads to inside the app, or nothing if the browser should follow it. */
export const pageOf = (link: Element | null | undefined): string | undefined => {
  const href = link?.getAttribute('href');
  if (!href?.startsWith('/') || href.startsWith('//') || NOT_A_PAGE.test(href)) return undefined;
  const isLeftToBrowser = link?.hasAttribute('target') || link?.hasAttribute('download');
  return isLeftToBrowser ? undefined : href;
};

const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest('a[href]') : undefined;

const toLocation = (href: string) => {
  const { pathname, search, hash } = new URL(href, window.location.origin);
  return { to: pathname, search: parseSearch(search), hash: hash.slice(1) };
};

/**
 * Every link of the site is a plain anchor, in finished HTML as in components: one listener keeps a plain click
 * inside the app, and has the page ready when a pointer rests on its link.
 */
export const followLinks = (router: AnyRouter): (() => void) => {
  let intent: ReturnType<typeof setTimeout> | undefined;

  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = pageOf(linkAt(event));
    if (!href) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  // A page that cannot be had in advance says so when it is opened.
  const preload = (href: string) =>
    router.preloadRoute<string, string>(toLocation(href)).catch(() => undefined);
  const forget = () => clearTimeout(intent);
  const expect = (event: Event) => {
    forget();
    const href = pageOf(linkAt(event));
    if (href) intent = setTimeout(() => preload(href), event.type === 'touchstart' ? 0 : INTENT_MS);
  };

  const leaving = new AbortController();
  const { signal } = leaving;
  document.addEventListener('click', follow, { signal });
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, expect, { signal, passive: true });
  for (const type of ['pointerout', 'focusout'])
    document.addEventListener(type, forget, { signal, passive: true });
  return () => {
    forget();
    leaving.abort();
  };
};
