import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { downloadText, MAX_ADDRESS, toAddress, toFile } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';
import { NameField, OpenFile, TextField } from './parts.tsx';

export function SharePanel(props: DecisionProps) {
  const { decision, onOpened } = props;
  return (
    <div className="no-print space-y-12">
      <ShareAddress {...props} />
      <section>
        <SectionHeading
          title="Keep a copy"
          text="Clearing the browser's data clears the shortlist too. A file brings it back, here or on another device."
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button
            onClick={() => downloadText('decision.json', 'application/json', toFile(decision))}
          >
            Save as a file
          </Button>
          <OpenFile label="Open a saved file" onOpened={onOpened} />
        </div>
      </section>
    </div>
  );
}

function ShareAddress(props: DecisionProps) {
  const { decision } = props;
  /** The URL fragment; null when it is too long, undefined until it is packed. */
  const { data: packed } = useQuery({
    queryKey: ['packed', decision],
    queryFn: () => toAddress(decision),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const [copied, setCopied] = useState('');
  const address = `${window.location.origin}${hrefTo('/shortlist')}#${packed}`;
  const copy = async () => {
    // Only a secure page may write there; elsewhere the field is selected by hand.
    await navigator.clipboard?.writeText(address);
    if (navigator.clipboard) setCopied(address);
  };
  return (
    <section>
      <SectionHeading
        title="Share by address"
        text="Everything stands after the '#', which browsers do not send: whoever opens it sees the same, and no server learns of it."
      />
      <NameField {...props} />
      {packed === null && (
        <p role="alert" className="max-w-measure border-l-2 border-danger py-1 pl-4">
          This is more than {MAX_ADDRESS.toLocaleString('en')} characters hold. Shorten the notes
          and the memo, or send the file below.
        </p>
      )}
      {packed && (
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
            {copied === address
              ? 'Copied.'
              : `${packed.length} of ${MAX_ADDRESS.toLocaleString('en')} characters.`}
          </output>
        </>
      )}
    </section>
  );
}
