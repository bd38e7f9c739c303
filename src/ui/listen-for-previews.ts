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

/** The spec's delays: how long to hover, and how soon the next one opens at once. */
const TOOLTIP_DELAY_MS = 700;
const TOOLTIP_SKIP_DELAY_MS = 300;

/** A preview opens at once when another has closed a moment ago, else after the delay. */
export function openDelay(now: number, closedAt: number | null): number {
  if (closedAt !== null && now - closedAt < TOOLTIP_SKIP_DELAY_MS) return 0;
  return TOOLTIP_DELAY_MS;
}

interface Previews {
  /** Holds the links; a preview stands inside it. */
  root: HTMLElement;
  /** The link that an event is about, if it has a preview. */
  linkOf(event: Event): HTMLAnchorElement | null;
  show(preview: OpenPreview | null): void;
  /** Ends all of it. */
  signal: AbortSignal;
}

/** Opens previews by pointer and by focus; returns the handler for the event that came first. */
export const listenForPreviews = ({ root, linkOf, show, signal }: Previews) => {
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
    const text = target.dataset.preview;
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
