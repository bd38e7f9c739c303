import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { Prose } from '#ui/prose.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

const PREVIEW_AFTER_MS = 350;

interface MarkdownPreviewProps {
  markdown: string;
  autoLink: boolean;
  /** The text's editor; the preview scrolls along with it. */
  editor: RefObject<HTMLElement | null>;
}

const previewQuery = (markdown: string, autoLink: boolean) =>
  queryOptions({
    queryKey: ['/api/preview', autoLink, markdown],
    queryFn: ({ signal }) =>
      adminSend('POST', '/api/preview', { body: { markdown, autoLink }, signal }),
    // Outdated text is not cached: its link targets may have changed when it is shown again.
    gcTime: 0,
    // Without a connection it fails at once, and says so.
    networkMode: 'always',
  });

/** How much of the text has gone by at the upper edge, from 0 to 1. */
const passedOf = (text: HTMLElement, edge: number, height: number): number => {
  const { top, height: whole } = text.getBoundingClientRect();
  return Math.min(1, Math.max(0, (edge - top) / Math.max(1, whole - height)));
};

/** A text as the site renders it. */
export function MarkdownPreview({ markdown, autoLink, editor }: MarkdownPreviewProps) {
  const pane = useRef<HTMLElement>(null);
  const rested = useDebounced(markdown, PREVIEW_AFTER_MS);
  const { data, isError } = useQuery(previewQuery(rested, autoLink));
  // The last preview stays while the next one is made, and when that fails.
  const [html, setHtml] = useState('');
  if (data && data.html !== html) setHtml(data.html);

  useEffect(() => {
    const follow = (event: Event) => {
      const scroller = event.target;
      const text = editor.current;
      const preview = pane.current;
      if (!(scroller instanceof HTMLElement) || !text || !preview || scroller === preview) return;
      const isAround = scroller.contains(text);
      const isWithin = text.contains(scroller) && scroller.matches('textarea');
      if (!isAround && !isWithin) return;
      const part = isWithin
        ? scroller.scrollTop / Math.max(1, scroller.scrollHeight - scroller.clientHeight)
        : passedOf(text, scroller.getBoundingClientRect().top, scroller.clientHeight);
      preview.scrollTop = part * (preview.scrollHeight - preview.clientHeight);
    };
    // Scrolling does not bubble: it is heard on the way down.
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', follow, { capture: true });
  }, [editor]);

  return (
    <section
      ref={pane}
      aria-label="Preview"
      tabIndex={0}
      className="sticky top-0 max-h-[min(32rem,60svh)] self-start overflow-y-auto border border-line bg-raised px-4 py-2"
    >
      {isError && <p className="text-xs text-danger">The preview could not be made.</p>}
      <Prose html={html} />
    </section>
  );
}
