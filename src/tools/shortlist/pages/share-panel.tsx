import { useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { MAX_ADDRESS, toAddress } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';
import { TextField } from './parts.tsx';

const MOST = MAX_ADDRESS.toLocaleString('en');

export function SharePanel({ decision }: DecisionProps) {
  const [copied, setCopied] = useState('');
  const fragment = toAddress(decision);
  const address = `${window.location.origin}${hrefTo('/shortlist')}#${fragment}`;
  const copy = async () => {
    // Only a secure page may write there; elsewhere the field is selected by hand.
    await navigator.clipboard?.writeText(address);
    if (navigator.clipboard) setCopied(address);
  };
  return (
    <section className="no-print">
      <SectionHeading
        title="Share by address"
        text="Everything is in the address after the '#', which browsers do not send to us: anybody who opens it sees the same. Keep it as a bookmark too: clearing the browser's data clears the shortlist."
      />
      {fragment === null ? (
        <p role="alert" className="max-w-measure border-l-2 border-danger py-1 pl-4">
          This is more than an address of {MOST} characters holds. Shorten the memo or your own
          criteria.
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label="Address"
              readOnly
              value={address}
              className="min-w-0 flex-1 basis-64"
              onFocus={({ target }) => target.select()}
            />
            <Button onClick={copy}>Copy</Button>
          </div>
          <output className="mt-2 block text-xs text-faint tabular-nums">
            {copied === address ? 'Copied.' : `${fragment.length} of ${MOST} characters.`}
          </output>
        </>
      )}
    </section>
  );
}
