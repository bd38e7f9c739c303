import { openDelay } from './preview-timer.ts';

export interface OpenPreview {
  id: string;
  title: string;
  text: string;
  left: number;
  top: number;
}

export const PREVIEW_WIDTH = 320;
const CLOSE_GRACE_MS = 120;

let opened = 0;

interface Previews {
  /** What holds the links; a preview stands inside it. */
  root: HTMLElement;
  /** The link that an event is about, if it has a preview. */
  linkOf(event: Event): HTMLAnchorElement | null;
  textOf(link: HTMLAnchorElement): string | null | undefined;
  show(preview: OpenPreview | null): void;
  /** Ends all of it. */
  signal: AbortSignal;
}

/** Opens previews by pointer and by focus; returns what is to be done with the event that came first. */
export const listenForPreviews = ({ root, linkOf, textOf, show, signal }: Previews) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt: number | null = null;
  let link: HTMLAnchorElement | null = null;

  const close = () => {
    clearTimeout(timer);
    if (link?.hasAttribute('aria-describedby')) closedAt = performance.now();
    link?.removeAttribute('aria-describedby');
    link = null;
    show(null);
  };
  const open = (target: HTMLAnchorElement, text: string) => {
    const frame = root.getBoundingClientRect();
    const rect = target.getClientRects()[0] ?? target.getBoundingClientRect();
    const room = Math.max(0, frame.width - PREVIEW_WIDTH);
    opened += 1;
    const id = `preview-${opened}`;
    target.setAttribute('aria-describedby', id);
    show({
      id,
      title: target.textContent ?? '',
      text,
      left: Math.min(Math.max(0, rect.left - frame.left), room),
      top: rect.bottom - frame.top + 6,
    });
  };
  const enter = (event: Event) => {
    const { target: origin } = event;
    if (origin instanceof Element && origin.closest('[role=tooltip]')) return clearTimeout(timer);
    const target = linkOf(event);
    if (!target) return;
    if (target === link) return clearTimeout(timer);
    close();
    const text = textOf(target);
    if (!text) return;
    link = target;
    timer = setTimeout(() => open(target, text), openDelay(performance.now(), closedAt));
  };
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(close, CLOSE_GRACE_MS);
  };

  for (const type of ['pointerover', 'focusin']) root.addEventListener(type, enter, { signal });
  for (const type of ['pointerout', 'focusout']) root.addEventListener(type, leave, { signal });
  const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();
  document.addEventListener('keydown', closeOnEscape, { signal });
  signal.addEventListener('abort', close);
  return enter;
};
