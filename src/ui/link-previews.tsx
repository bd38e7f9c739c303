import { useEffect, useId, useState } from 'react';

const PREVIEW_WIDTH = 320;
const CLOSE_GRACE_MS = 120;
/** The spec's delays: how long to hover, and how soon the next one opens at once. */
const TOOLTIP_DELAY_MS = 700;
const TOOLTIP_SKIP_DELAY_MS = 300;

/** A preview opens at once when another has closed a moment ago, else after the delay. */
export const openDelay = (now: number, closedAt: number | null): number =>
  closedAt !== null && now - closedAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS;

/** Where a link's preview stands within the box of its text. */
const placeOf = (link: HTMLElement, box: HTMLElement) => {
  const frame = box.getBoundingClientRect();
  const rect = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const room = Math.max(0, frame.width - PREVIEW_WIDTH);
  return {
    left: Math.min(Math.max(0, rect.left - frame.left), room),
    top: rect.bottom - frame.top + 6,
  };
};

interface Opened {
  link: HTMLAnchorElement;
  place: ReturnType<typeof placeOf>;
}

/** Hover and focus previews of the links in a box. Escape closes, and the pointer may move onto the preview. */
export default function LinkPreviews({ root }: { root: HTMLElement }) {
  const id = useId();
  const [opened, setOpened] = useState<Opened | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closedAt: number | null = null;
    let link: HTMLAnchorElement | null = null;
    const close = () => {
      clearTimeout(timer);
      if (link?.hasAttribute('aria-describedby')) closedAt = performance.now();
      link?.removeAttribute('aria-describedby');
      link = null;
      setOpened(null);
    };
    const enter = (target: EventTarget | null) => {
      if (!(target instanceof Element)) return;
      const next = target.closest<HTMLAnchorElement>('a.glossary-link[data-preview]');
      if (target.closest('[role=tooltip]') || (next && next === link)) return clearTimeout(timer);
      if (!next) return;
      close();
      link = next;
      const open = () => {
        next.setAttribute('aria-describedby', id);
        setOpened({ link: next, place: placeOf(next, root) });
      };
      timer = setTimeout(open, openDelay(performance.now(), closedAt));
    };
    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(close, CLOSE_GRACE_MS);
    };
    for (const type of ['pointerover', 'focusin'])
      root.addEventListener(type, ({ target }) => enter(target), { signal });
    for (const type of ['pointerout', 'focusout']) root.addEventListener(type, leave, { signal });
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();
    document.addEventListener('keydown', closeOnEscape, { signal });
    // The link whose event had this part fetched.
    enter(root.querySelector(':is(:hover, :focus)[data-preview]'));
    return () => {
      close();
      leaving.abort();
    };
  }, [id, root]);

  if (!opened) return null;
  return (
    <div
      role="tooltip"
      id={id}
      style={opened.place}
      className="absolute z-40 max-w-80 animate-fade border border-rule bg-raised px-4 py-3 text-xs shadow-float"
    >
      <strong className="block font-serif text-base font-semibold first-letter:uppercase">
        {opened.link.textContent}
      </strong>
      <span className="mt-1 block text-soft">{opened.link.dataset.preview}</span>
    </div>
  );
}
