import { type ReactNode, useEffect, useRef, useState } from 'react';
import { openDelay } from './preview-timer.ts';

interface ProsePreviewsProps {
  children: ReactNode;
  /** Which links in finished HTML have a preview. */
  selector?: string;
  /** The text for a link, already cut; null for none. */
  textFor?: (link: HTMLAnchorElement) => string | null | undefined;
}

interface OpenPreview {
  id: string;
  title: string;
  text: string;
  left: number;
  top: number;
}

const WIDTH = 320;
const CLOSE_GRACE_MS = 120;

let opened = 0;

function readPreview(link: HTMLAnchorElement) {
  return link.dataset.preview;
}

/**
 * Hover and focus previews for links inside server HTML, where no component can wrap them:
 * one listener on the container. Escape closes, and the pointer may move onto the preview.
 */
export function ProsePreviews(props: ProsePreviewsProps) {
  const { children, selector = 'a.glossary-link', textFor = readPreview } = props;
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<OpenPreview | null>(null);
  const settings = useRef({ selector, textFor });
  settings.current = { selector, textFor };

  useEffect(() => {
    const root = box.current;
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closedAt: number | null = null;
    let link: HTMLAnchorElement | null = null;

    const close = () => {
      clearTimeout(timer);
      if (link?.hasAttribute('aria-describedby')) closedAt = performance.now();
      link?.removeAttribute('aria-describedby');
      link = null;
      setPreview(null);
    };
    const show = (target: HTMLAnchorElement, text: string) => {
      const frame = root.getBoundingClientRect();
      const rect = target.getClientRects()[0] ?? target.getBoundingClientRect();
      const room = Math.max(0, frame.width - WIDTH);
      opened += 1;
      const id = `preview-${opened}`;
      target.setAttribute('aria-describedby', id);
      setPreview({
        id,
        title: target.textContent ?? '',
        text,
        left: Math.min(Math.max(0, rect.left - frame.left), room),
        top: rect.bottom - frame.top + 6,
      });
    };
    const enter = (event: Event) => {
      const origin = event.target as Element;
      if (origin.closest('[role=tooltip]')) return clearTimeout(timer);
      const target = origin.closest<HTMLAnchorElement>(settings.current.selector);
      if (target === link && target) return clearTimeout(timer);
      if (!target) return;
      close();
      const text = settings.current.textFor(target);
      if (!text) return;
      link = target;
      timer = setTimeout(() => show(target, text), openDelay(performance.now(), closedAt));
    };
    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(close, CLOSE_GRACE_MS);
    };
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();

    root.addEventListener('pointerover', enter);
    root.addEventListener('pointerout', leave);
    root.addEventListener('focusin', enter);
    root.addEventListener('focusout', leave);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      close();
      root.removeEventListener('pointerover', enter);
      root.removeEventListener('pointerout', leave);
      root.removeEventListener('focusin', enter);
      root.removeEventListener('focusout', leave);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

  return (
    <div ref={box} className="relative">
      {children}
      {preview && (
        <div
          role="tooltip"
          id={preview.id}
          style={{ left: preview.left, top: preview.top, maxWidth: WIDTH }}
          className="absolute z-40 animate-fade border border-rule bg-raised px-4 py-3 text-xs shadow-float"
        >
          <strong className="block font-serif text-base font-semibold first-letter:uppercase">
            {preview.title}
          </strong>
          <span className="mt-1 block text-soft">{preview.text}</span>
        </div>
      )}
    </div>
  );
}
