import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** A link by its address and its index among equal links, to be found after a new render. */
interface LinkPlace {
  href: string;
  at: number;
}

const linksTo = (href: string) =>
  document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`);

const focusedLink = (): LinkPlace | undefined => {
  const link = document.activeElement?.closest<HTMLElement>('a[href]');
  const href = link?.getAttribute('href');
  return link && href ? { href, at: [...linksTo(href)].indexOf(link) } : undefined;
};

const TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 100;

const findHeading = () => document.querySelector<HTMLElement>('main h1');

const focus = (target: HTMLElement) => {
  const isHeading = target.tagName === 'H1';
  if (isHeading) target.tabIndex = -1;
  // The router has put the page where it was; should a link be out of sight nevertheless, it is brought there.
  target.focus({ preventScroll: isHeading });
};

/**
 * The target may come later than the page, may be hidden when it comes, and a page that is still loading may replace
 * it. A later page, or another move of focus, ends this.
 */
const focusWhenThere = (find: () => HTMLElement | null | undefined) => {
  const { pathname } = window.location;
  const until = performance.now() + TIMEOUT_MS;
  const before = document.activeElement;
  let isMoved = false;
  const look = () => {
    if (window.location.pathname !== pathname) return;
    const isOver = performance.now() >= until;
    const target = find() ?? (isOver ? findHeading() : undefined);
    const { activeElement } = document;
    const isFree = activeElement === document.body || (!isMoved && activeElement === before);
    if (target && isFree) {
      focus(target);
      isMoved ||= document.activeElement === target;
    }
    if (!isOver) setTimeout(look, LOOK_AGAIN_MS);
  };
  look();
};

/** The panel has dialogs at addresses of their own, and gives focus back by itself. */
const isPanel = ({ pathname }: ParsedLocation) => pathname.startsWith('/admin');

const keyOf = ({ state }: ParsedLocation) => state.__TSR_key;

/**
 * A new page inside the app is announced by its title, and focus moves to its heading; a step back or forward gives it
 * back to the link that was followed there.
 */
export const moveFocus = (router: AnyRouter, announce: (title: string) => void): (() => void) => {
  const left = new Map<string, LinkPlace>();

  const stopRemembering = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    const key = fromLocation && keyOf(fromLocation);
    const place = focusedLink();
    if (key && place) left.set(key, place);
    // The router remembers only positions of elements it heard scroll, and a browser tells of that a frame later: a
    // link followed within that frame would lead back to the top of the page.
    document.dispatchEvent(new Event('scroll'));
  });
  const stopMoving = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    if (isPanel(fromLocation) && isPanel(toLocation)) return;
    announce(document.title);
    const place = left.get(keyOf(toLocation) ?? '');
    if (place) focusWhenThere(() => linksTo(place.href)[place.at]);
    else if (toLocation.hash === '') focusWhenThere(findHeading);
  });
  return () => {
    stopRemembering();
    stopMoving();
  };
};
