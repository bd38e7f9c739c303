import { clsx } from 'clsx';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useRichTextPart } from '#admin/writing/use-rich-text-part.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { MarkdownPreview } from './markdown-preview.tsx';

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
  const { label, value, onChange, rows = 8, autoLink = false, required, help, error } = props;
  const [isPreview, setIsPreview] = useState(false);
  const [isSource, setIsSource] = useState(false);
  const RichText = useRichTextPart() ?? null;
  const frame = useRef<HTMLDivElement>(null);
  const judged = useDeferredValue(value);
  const canBeRich = useMemo(() => isWithinBounds(judged), [judged]);
  const isRich = RichText !== null && !isSource && canBeRich;
  // Behind the formatted text a browser would lay out every line of a long one with each change.
  const rested = useDebounced(value, RESTED_MS);
  const source = isRich && value.length > LONG_TEXT ? rested : value;

  return (
    <FieldFrame
      label={label}
      required={required ?? false}
      help={RichText && !canBeRich ? TOO_MUCH : (help ?? 'Markdown')}
      error={error}
      text={isRich ? undefined : value}
      onLabelClick={(event) => {
        const surface = frame.current?.querySelector<HTMLElement>('[contenteditable="true"]');
        if (!surface) return;
        event.preventDefault();
        surface.focus();
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
        <div ref={frame} className={clsx('grid gap-3', isPreview && 'md:grid-cols-2')}>
          <div className="relative min-w-0">
            {isRich && (
              <RichText
                value={value}
                onChange={onChange}
                labelId={`${ids.id}-name`}
                describedBy={ids['aria-describedby']}
                isInvalid={ids['aria-invalid'] ?? false}
                rows={rows}
                placeholder={props.placeholder}
              />
            )}
            <textarea
              {...ids}
              rows={rows}
              value={source}
              placeholder={props.placeholder}
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
          {isPreview && <MarkdownPreview markdown={value} autoLink={autoLink} editor={frame} />}
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
