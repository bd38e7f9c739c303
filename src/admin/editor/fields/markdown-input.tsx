import { queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { useRichTextPart } from '#admin/writing/use-rich-text-part.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { Prose } from '#ui/prose.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { FieldFrame, type InputProps } from './field-frame.tsx';

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
  });

/** How much of the text has gone by at the upper edge, from 0 to 1. */
const passedOf = (text: HTMLElement, edge: number, height: number): number => {
  const { top, height: whole } = text.getBoundingClientRect();
  return Math.min(1, Math.max(0, (edge - top) / Math.max(1, whole - height)));
};

/** A text as the site renders it. */
function MarkdownPreview({ markdown, autoLink, editor }: MarkdownPreviewProps) {
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

const LONG_TEXT = 20_000;
const RESTED_MS = 1000;
const TOO_MUCH =
  'Written as Markdown: the formatted view carries 500,000 characters, and fewer where lists, tables or brackets stand in each other many times.';

interface MarkdownInputProps extends InputProps<string> {
  rows?: number;
  /** Glossary terms become links, as on the page. */
  autoLink?: boolean;
}

/**
 * A text written as it will look, or as Markdown, and beside it the site's own rendering of it. The text area is the
 * field that the label names and that holds the text of record; the formatted view stands in front of it.
 */
export function MarkdownInput(props: MarkdownInputProps) {
  const { value, onChange, rows = 8, autoLink = false, placeholder, help, ...frame } = props;
  const { label } = frame;
  const [isPreview, setIsPreview] = useState(false);
  const [isSource, setIsSource] = useState(false);
  const RichText = useRichTextPart() ?? null;
  const surface = useRef<HTMLDivElement>(null);
  const judged = useDeferredValue(value);
  const canBeRich = useMemo(() => isWithinBounds(judged), [judged]);
  const isRich = RichText !== null && !isSource && canBeRich;
  // Behind the formatted text a browser would lay out every line of a long one with each change.
  const rested = useDebounced(value, RESTED_MS);
  const source = isRich && value.length > LONG_TEXT ? rested : value;

  return (
    <FieldFrame
      {...frame}
      help={RichText && !canBeRich ? TOO_MUCH : (help ?? 'Markdown')}
      onLabelClick={(event) => {
        const written = surface.current?.querySelector<HTMLElement>('[contenteditable="true"]');
        if (!written) return;
        event.preventDefault();
        written.focus();
      }}
      aside={
        <span className="flex gap-4">
          {RichText && canBeRich && (
            <AsideButton
              onClick={() => setIsSource(!isSource)}
              text={isSource ? 'Formatted' : 'Source'}
              of={label}
            />
          )}
          <AsideButton
            isExpanded={isPreview}
            onClick={() => setIsPreview(!isPreview)}
            text={isPreview ? 'Hide preview' : 'Preview'}
            of={label}
          />
        </span>
      }
    >
      {(ids) => (
        <div ref={surface} className={clsx('grid gap-3', isPreview && 'md:grid-cols-2')}>
          <div className="relative min-w-0">
            {isRich && (
              <RichText
                value={value}
                onChange={onChange}
                labelId={`${ids.id}-name`}
                describedBy={ids['aria-describedby']}
                isInvalid={ids['aria-invalid'] ?? false}
                rows={rows}
                placeholder={placeholder}
              />
            )}
            <textarea
              {...ids}
              rows={rows}
              value={source}
              placeholder={placeholder}
              // Behind the formatted text it is no stop of the Tab key; focus by other means shows it.
              tabIndex={isRich ? -1 : undefined}
              onFocus={() => setIsSource(true)}
              onChange={(event) => onChange(event.target.value)}
              className={clsx(
                'field font-mono text-sm!',
                !isRich &&
                  'in-data-writing:field-sizing-content in-data-writing:min-h-[calc(100svh-17rem)]',
                isRich && 'absolute! inset-x-0 bottom-0 -z-10 h-px! min-h-0! p-0! opacity-0',
              )}
            />
          </div>
          {isPreview && <MarkdownPreview markdown={value} autoLink={autoLink} editor={surface} />}
        </div>
      )}
    </FieldFrame>
  );
}

interface AsideButtonProps {
  text: string;
  of: string;
  onClick: () => void;
  isExpanded?: boolean;
}

function AsideButton({ text, of, onClick, isExpanded }: AsideButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isExpanded}
      onClick={onClick}
      className="text-link min-h-6 text-xs"
    >
      {text}
      <span className="sr-only"> of {of}</span>
    </button>
  );
}
