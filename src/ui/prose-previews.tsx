import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OpenPreview } from './listen-for-previews.ts';

interface ProsePreviewsProps {
  children: ReactNode;
  /** Which links in finished HTML have a preview. */
  selector?: string;
  /** The text for a link, already cut; null for none. */
  textFor?: (link: HTMLAnchorElement) => string | null | undefined;
}

const readPreview = (link: HTMLAnchorElement) => link.dataset.preview;

/**
 * Hover and focus previews for links inside server HTML, where no component can wrap them: one listener on the
 * container, which is fetched when a pointer or focus first reaches such a link. Escape closes, and the pointer may
 * move onto the preview.
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
    const leaving = new AbortController();
    const arriving = new AbortController();
    const linkOf = ({ target }: Event) =>
      target instanceof Element
        ? target.closest<HTMLAnchorElement>(settings.current.selector)
        : null;
    const arrive = async (event: Event) => {
      const link = linkOf(event);
      if (!link) return;
      arriving.abort();
      // Without it a link is still a link.
      const fetched = await import('./listen-for-previews.ts').catch(() => undefined);
      if (!fetched || leaving.signal.aborted) return;
      const enter = fetched.listenForPreviews({
        root,
        linkOf,
        textOf: (target) => settings.current.textFor(target),
        show: setPreview,
        signal: leaving.signal,
      });
      if (link.matches(':hover, :focus')) enter(event);
    };
    for (const type of ['pointerover', 'focusin'])
      root.addEventListener(type, arrive, { signal: arriving.signal });
    return () => {
      arriving.abort();
      leaving.abort();
    };
  }, []);

  return (
    <div ref={box} className="relative">
      {children}
      {preview && (
        <div
          role="tooltip"
          id={preview.id}
          style={{ left: preview.left, top: preview.top }}
          className="absolute z-40 max-w-80 animate-fade border border-rule bg-raised px-4 py-3 text-xs shadow-float"
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
