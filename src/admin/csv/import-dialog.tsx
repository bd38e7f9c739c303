import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { useMayChange } from '#admin/may.tsx';
import { toastDone } from '#admin/toast.ts';
import type { Collection } from '#kit/collection.ts';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { buttonStyle } from '#ui/button-style.ts';
import { ErrorText } from '#ui/error-text.tsx';
import { type ImportReport, ImportRows, refusedReportOf, sendCsv } from './import-rows.tsx';

const countText = ({ created, updated, unchanged, refused }: ImportReport) =>
  `${created} new, ${updated} changed, ${unchanged} unchanged, ${refused} refused`;

/** A file is read and shown row by row; it is applied afterwards, all of it or nothing. */
function ImportDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { name, label } = collection;
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: (file: File) => sendCsv(name, file, { dryRun: true }),
  });
  const applying = useMutation({
    mutationFn: (file: File) => sendCsv(name, file, { dryRun: false }),
    onSuccess: async (done) => {
      await refreshCollection(queryClient, name);
      toastDone(`${label.many}: ${countText(done)}`);
      onClose();
    },
  });
  const file = reading.variables;
  const isBusy = reading.isPending || applying.isPending;
  const error = applying.error ?? reading.error;
  const report = error ? refusedReportOf(error) : (reading.data ?? null);
  const changes = report ? report.created + report.updated : 0;
  const canApply = report !== null && report.refused === 0 && changes > 0 && !isBusy;

  const choose = (chosen: File | undefined) => {
    applying.reset();
    if (chosen) reading.mutate(chosen);
    else reading.reset();
  };

  return (
    <DialogFrame
      title={`Import ${label.many}`}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!canApply}
            onClick={() => file && applying.mutate(file)}
          >
            Apply {counted(changes, 'change', 'changes')}
          </Button>
        </div>
      }
    >
      <form className="grid gap-3 text-sm" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="csv-file" className="font-medium">
          CSV file
        </label>
        <input
          id="csv-file"
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          className="min-h-11 w-full border border-control p-2"
          aria-describedby="csv-help"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <p id="csv-help" className="max-w-prose text-soft">
          Start from an export and change what you need. An empty cell leaves a field as it is;{' '}
          <code>[clear]</code> empties it. A row without an id makes a new item. Nothing changes
          before you have seen below what would.
        </p>
      </form>
      <div className="mt-4" role="status">
        {isBusy && <p>Reading the file...</p>}
        {!isBusy && report && <p className="font-medium">{countText(report)}</p>}
      </div>
      {error && <ErrorText>{serverMessage(error) ?? messageOf(error)}</ErrorText>}
      {report && report.refused > 0 && (
        <p className="mt-2 text-sm text-soft">
          Correct the refused rows and choose the file again: a file is applied as a whole.
        </p>
      )}
      {report && <ImportRows report={report} />}
    </DialogFrame>
  );
}

export function CsvTools({ collection }: { collection: Collection }) {
  const [isOpen, setIsOpen] = useState(false);
  const { mayCreate } = useMayChange(collection);
  const { name, label } = collection;
  return (
    <>
      <a
        href={`/api/${name}/export.csv`}
        download={`${name}.csv`}
        aria-label={`Export CSV of all ${label.many}`}
        className={buttonStyle('secondary')}
      >
        Export CSV
      </a>
      {mayCreate && <Button onClick={() => setIsOpen(true)}>Import CSV</Button>}
      {isOpen && <ImportDialog collection={collection} onClose={() => setIsOpen(false)} />}
    </>
  );
}
