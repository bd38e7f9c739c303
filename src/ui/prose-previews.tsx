import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OpenPreview } from './listen-for-previews.ts';

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a.glossary-link') : null;

/**
 * Hover and focus previews for links inside server HTML, where no component can wrap them: one listener on the
 * container, which is fetched when a pointer or focus first reaches such a link. Escape closes, and the pointer may
 * move onto the preview.
 */
export function ProsePreviews({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<OpenPreview | null>(null);

  useEffect(() => {
    const root = box.current;
    if (!root) return;
    const leaving = new AbortController();
    const arriving = new AbortController();
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
