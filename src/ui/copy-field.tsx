import { useState } from 'react';
import { Button } from './button.tsx';

/** A text to take along: one click selects all of it, and the button copies it where scripts run. */
export function CopyField({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Only a secure page may write there; elsewhere the text is selected by hand.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 select-all break-all rounded-sm border border-line bg-sunken px-3 py-2 text-sm">
        {text}
      </code>
      <Button onClick={copy} className="needs-script">
        Copy
      </Button>
      <span aria-live="polite" className="text-sm text-soft">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}
