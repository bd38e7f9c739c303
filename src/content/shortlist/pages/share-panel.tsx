import { type ChangeEvent, useEffect, useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Dossier } from '../decision.ts';
import { downloadText } from '../download.ts';
import { fromFile, MAX_ADDRESS, toAddress, toFile } from '../share.ts';
import type { Arrived } from '../use-dossier.ts';
import { TextField } from './text-field.tsx';

const MAX_FILE = 1_000_000;

interface SharePanelProps {
  /** Nothing to share yet: only a file can be opened. */
  workspace: Dossier | null;
  onRestore(arrived: Arrived): void;
}

export function SharePanel({ workspace, onRestore }: SharePanelProps) {
  const restore = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    const dossier = file.size > MAX_FILE ? null : fromFile(await file.text());
    onRestore(dossier ? { dossier } : { problem: 'This file was not saved from this page.' });
  };
  return (
    <div className="no-print space-y-12">
      {workspace && <ShareAddress dossier={workspace} />}
      <section>
        <SectionHeading
          title="Keep a copy"
          text="Clearing the browser's data clears the shortlist too. A file brings it back, here or on another device."
        />
        <div className="flex flex-wrap items-center gap-4">
          {workspace && (
            <Button
              onClick={() =>
                downloadText(
                  'decision.json',
                  'application/json',
                  toFile({ vendors: workspace.vendors, decision: workspace.decision }),
                )
              }
            >
              Save as a file
            </Button>
          )}
          <label className="block max-w-full min-w-0 text-sm">
            <span className="mb-1 block text-xs font-medium text-soft">Open a saved file</span>
            <input
              type="file"
              accept="application/json,.json"
              onChange={restore}
              className="max-w-full"
            />
          </label>
        </div>
      </section>
    </div>
  );
}

function ShareAddress({ dossier }: { dossier: Dossier }) {
  const { vendors, decision } = dossier;
  const [packed, setPacked] = useState<string | null | undefined>(undefined);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    let isLate = false;
    setCopied(false);
    void toAddress({ vendors, decision }).then((text) => {
      if (!isLate) setPacked(text);
    });
    return () => {
      isLate = true;
    };
  }, [vendors, decision]);
  const address = `${window.location.origin}${hrefTo('/shortlist')}#${packed}`;
  const copy = async () => {
    // Only a secure page may write there; elsewhere the field is selected by hand.
    await navigator.clipboard?.writeText(address);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <section>
      <SectionHeading
        title="Share by address"
        text="Everything stands after the '#', which browsers do not send: whoever opens it sees the same, and no server learns of it."
      />
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
            {isCopied
              ? 'Copied.'
              : `${packed.length} of ${MAX_ADDRESS.toLocaleString('en')} characters.`}
          </output>
        </>
      )}
    </section>
  );
}
