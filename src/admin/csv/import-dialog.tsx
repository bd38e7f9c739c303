import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { sayDone } from '#admin/toast.ts';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { ImportRows } from './import-rows.tsx';
import { type ImportReport, refusedReportOf, sendCsv } from './send-csv.ts';

interface ImportDialogProps {
  collection: Collection;
  onClose: () => void;
}

const countText = ({ created, updated, unchanged, refused }: ImportReport) =>
  `${created} new, ${updated} changed, ${unchanged} unchanged, ${refused} refused`;

/** A file is read and shown row by row; it is applied afterwards, all of it or nothing. */
export function ImportDialog({ collection, onClose }: ImportDialogProps) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const changes = report ? report.created + report.updated : 0;
  const canApply = report !== null && report.refused === 0 && changes > 0 && !isBusy;

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(serverMessage(error) ?? messageOf(error));
      setReport(refusedReportOf(error));
    }
    setIsBusy(false);
  };

  const choose = (chosen: File | null) =>
    run(async () => {
      setFile(chosen);
      setReport(null);
      if (chosen) setReport(await sendCsv(collection.name, chosen, { dryRun: true }));
    });

  const apply = () =>
    run(async () => {
      if (!file) return;
      const done = await sendCsv(collection.name, file, { dryRun: false });
      await refreshCollection(queryClient, collection.name);
      sayDone(`${collection.label.many}: ${countText(done)}`);
      onClose();
    });

  return (
    <DialogFrame
      title={`Import ${collection.label.many}`}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!canApply} onClick={() => void apply()}>
            {changes === 1 ? 'Apply 1 change' : `Apply ${changes} changes`}
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
          onChange={(event) => void choose(event.target.files?.[0] ?? null)}
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
      {problem && <ErrorText>{problem}</ErrorText>}
      {report && report.refused > 0 && (
        <p className="mt-2 text-sm text-soft">
          Correct the refused rows and choose the file again: a file is applied as a whole.
        </p>
      )}
      {report && <ImportRows report={report} />}
    </DialogFrame>
  );
}
