import { useEffect, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { cn } from '#ui/cn.ts';
import { Prose } from '#ui/prose.tsx';
import { FieldFrame } from './field-frame.tsx';

const PREVIEW_AFTER_MS = 350;

interface MarkdownInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  /** Glossary terms become links, as on the page. */
  autoLink?: boolean;
  required?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  placeholder?: string;
}

/** Markdown, and beside it what the site's own renderer makes of it. */
export function MarkdownInput(props: MarkdownInputProps) {
  const { label, value, onChange, rows = 8, autoLink = false, required, help, error } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FieldFrame
      label={label}
      required={required ?? false}
      help={help ?? 'Markdown'}
      error={error}
      aside={
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-link min-h-6 text-xs"
        >
          {isOpen ? 'Hide preview' : 'Preview'}
          <span className="sr-only"> of {label}</span>
        </button>
      }
    >
      {(ids) => (
        <div className={cn('grid gap-3', isOpen && 'md:grid-cols-2')}>
          <textarea
            {...ids}
            rows={rows}
            value={value}
            placeholder={props.placeholder}
            onChange={(event) => onChange(event.target.value)}
            className="field font-mono text-sm!"
          />
          {isOpen && <Preview markdown={value} autoLink={autoLink} />}
        </div>
      )}
    </FieldFrame>
  );
}

interface PreviewProps {
  markdown: string;
  autoLink: boolean;
}

function Preview({ markdown, autoLink }: PreviewProps) {
  const [html, setHtml] = useState('');
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      try {
        const answer = await adminSend<{ html: string }>('POST', '/api/preview', {
          markdown,
          autoLink,
        });
        if (!isCurrent) return;
        setHtml(answer.html);
        setIsFailed(false);
      } catch {
        if (isCurrent) setIsFailed(true);
      }
    }, PREVIEW_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [markdown, autoLink]);
  return (
    <section
      aria-label="Preview"
      tabIndex={0}
      className="max-h-[32rem] overflow-y-auto border border-line bg-raised px-4 py-2"
    >
      {isFailed && <p className="text-xs text-danger">The preview could not be made.</p>}
      <Prose html={html} />
    </section>
  );
}
