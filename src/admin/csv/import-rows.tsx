import { useState } from 'react';
import { adminAsk } from '#admin/api/admin-api.ts';
import { Difference } from '#admin/diff/difference.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { pathWith, type ResponseOf } from '#client/api-calls.ts';
import { ApiError } from '#platform/api-error.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

export type ImportReport = ResponseOf<'post', '/api/vendors/import'>;

/** Sends a file: with `dryRun` to preview its changes, without it to apply them. */
export const sendCsv = async (
  name: string,
  file: File,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> => {
  const response = await adminAsk(pathWith('/api/{name}/import', { name, dryRun }), {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return response.json();
};

const isReport = (value: object): value is ImportReport => 'rows' in value && 'refused' in value;

export const refusedReportOf = (error: unknown): ImportReport | null => {
  const body = error instanceof ApiError ? error.json : null;
  return body && isReport(body) ? body : null;
};

type Row = ImportReport['rows'][number];
type Action = Row['action'];

const ROWS_AT_ONCE = 50;
const WORDS: Record<Action, string> = { refused: 'Refused', updated: 'Changed', created: 'New' };
const TONES = { refused: 'warn', updated: 'neutral', created: 'positive' } as const;
const ACTIONS = ['refused', 'updated', 'created'] as const;

/** The file's effects, row by row; refused rows come first. */
export function ImportRows({ report }: { report: ImportReport }) {
  const [chosen, setChosen] = useState<Action | null>(null);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const present = ACTIONS.filter((action) => report[action] > 0);
  const action = chosen && present.includes(chosen) ? chosen : present[0];
  const rows = report.rows.filter((row) => row.action === action);
  if (!action) return null;
  return (
    <section aria-label="Rows of the file" className="mt-4">
      <ChoiceChips
        label="Show"
        options={present.map((value) => ({ value, label: WORDS[value] }))}
        counts={report}
        chosen={action}
        onChoose={(value) => {
          setChosen(value);
          setShown(ROWS_AT_ONCE);
        }}
      />
      <ol className="mt-3">
        {rows.slice(0, shown).map((row) => (
          <ReportedRow key={row.row} row={row} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button className="mt-3" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          Show more of {rows.length} rows
        </Button>
      )}
    </section>
  );
}

function ReportedRow({ row }: { row: Row }) {
  return (
    <li className="border-t border-line py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-faint tabular-nums">Row {row.row}</span>
        <h3 className="min-w-0 font-sans font-semibold break-words">{row.title || 'No title'}</h3>
        <Badge tone={TONES[row.action]}>{WORDS[row.action]}</Badge>
      </div>
      {Object.entries(row.problems).map(([field, text]) => (
        <p key={field} className="mt-1 font-medium text-danger">
          {field === 'row' ? text : `${field}: ${text}`}
        </p>
      ))}
      {row.changes.length > 0 && (
        <dl className="mt-2 grid gap-2">
          {row.changes.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt className="text-xs text-soft">{label}</dt>
              <dd>
                <Difference before={before} after={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
