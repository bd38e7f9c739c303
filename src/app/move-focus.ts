import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** The how-manieth link to an address: what a page that is rendered anew has in the same place. */
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

const TIMEOUT_MS = 3000;
const LOOK_AGAIN_MS = 100;

const findHeading = () => document.querySelector<HTMLElement>('main h1');

const focus = (target: HTMLElement) => {
  const isHeading = target.tagName === 'H1';
  if (isHeading) target.tabIndex = -1;
  // The router has put the page where it was; should a link be out of sight nevertheless, it is brought there.
  target.focus({ preventScroll: isHeading });
};

/**
 * What is to have focus may come later than the page, and a page that is still loading may replace it: until then
 * nobody else has it. A later page, or whoever moves focus meanwhile, ends this.
 */
const focusWhenThere = (find: () => HTMLElement | null | undefined) => {
  const { pathname } = window.location;
  const until = performance.now() + TIMEOUT_MS;
  let isMoved = false;
  const look = () => {
    if (window.location.pathname !== pathname) return;
    const isOver = performance.now() >= until;
    const target = find() ?? (isOver ? findHeading() : undefined);
    if (target && (!isMoved || document.activeElement === document.body)) {
      focus(target);
      isMoved = true;
    }
    if (!isOver) setTimeout(look, LOOK_AGAIN_MS);
  };
  look();
};

/** The panel has dialogs at addresses of their own, and gives focus back by itself. */
const isPanel = ({ pathname }: ParsedLocation) => pathname.startsWith('/admin');

const keyOf = ({ state }: ParsedLocation) => state.__TSR_key;

/**
 * A new page inside the app is a new page to everybody: it is announced by its title, and focus moves to its heading;
 * a step back or forward gives it back to the link that was followed there.
 */
export const moveFocus = (router: AnyRouter, announce: (title: string) => void): (() => void) => {
  const left = new Map<string, LinkPlace>();

  const stopRemembering = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    const key = fromLocation && keyOf(fromLocation);
    const place = focusedLink();
    if (key && place) left.set(key, place);
    // The router remembers the place only of what it heard scroll, and a browser tells of that a frame later: whoever
    // follows a link within that frame would come back to the top of the page.
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
