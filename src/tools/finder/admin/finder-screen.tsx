import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { May } from '#admin/may.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { useNames } from '#admin/people/people.tsx';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Note } from '#ui/note.tsx';
import { DROP_REASONS, isDropReason } from '../finder-states.ts';
import { ProposalList } from './proposal-list.tsx';

type Run = ResponseOf<'get', '/api/evidence-runs/{id}'>;

const RUNS = '/api/evidence-runs';
const LOOK_MS = 2000;

const isOpen = ({ state }: Run) => state === 'waiting' || state === 'running';

/** Looks for evidence of a vendor with the AI service, and decides what it proposes. */
export function FinderScreen({ vendor }: { vendor: string }) {
  const { data, error } = useQuery({
    ...fresh(adminQuery(RUNS, { vendor })),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? LOOK_MS : false),
  });
  const { reread } = useAction(RUNS);
  const [last, ...earlier] = data?.runs ?? [];
  return (
    <div className="mt-5 grid gap-6">
      {error && <ErrorText>The runs could not be loaded: {messageOf(error)}</ErrorText>}
      {data?.notSetUp && <Note>{data.notSetUp}</Note>}
      {data && !data.notSetUp && !(last && isOpen(last)) && (
        <May least="editor">
          <StartForm vendor={vendor} named={data.named} onStarted={() => void reread()} />
        </May>
      )}
      {last && <RunReport run={last} />}
      {data && <ProposalList vendor={vendor} found={last?.proposals.open ?? 0} />}
      {earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-link">Earlier runs</summary>
          {earlier.map((run) => (
            <RunReport key={run.id} run={run} />
          ))}
        </details>
      )}
    </div>
  );
}

interface StartFormProps {
  vendor: string;
  /** Pages that the vendor named. */
  named: string[];
  onStarted: () => void;
}

function StartForm({ vendor, named, onStarted }: StartFormProps) {
  return (
    <SendForm
      className="grid gap-3"
      action="Find evidence"
      variant="primary"
      onSend={async (read, form) => {
        const urls = read('urls').split(/\s+/).filter(Boolean);
        await adminSend('POST', RUNS, { body: { vendor, urls } });
        form.reset();
        onStarted();
      }}
    >
      <FormInput
        label="Addresses"
        name="urls"
        rows={3}
        defaultValue={named.join('\n')}
        help={`${named.length > 0 ? 'The vendor names these. ' : ''}One in a line, at most 20. Without any, up to 20 pages of the vendor's website are read.`}
      />
    </SendForm>
  );
}

const STATES = {
  waiting: 'Waiting for its turn',
  running: 'Reading',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
} as const;

const sum = (counts: Run['dropped']) =>
  Object.values(counts).reduce<number>((all, n) => all + (n ?? 0), 0);

/** How far a run is, what it cost, and what was dropped before anybody saw it. */
function RunReport({ run }: { run: Run }) {
  const { run: act } = useAction(RUNS);
  const { pages, proposals, dropped } = run;
  const nameOf = useNames();
  const ended = pages.filter(({ state }) => state !== 'waiting' && state !== 'reading').length;
  const stop = () =>
    act(
      () => adminSend('POST', '/api/evidence-runs/{id}/stop', { params: { id: run.id } }),
      'The run is stopped; what it proposed stays',
    );
  return (
    <section aria-label={`Run ${run.id}`} className="border-t border-heavy pt-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <output aria-live="polite" className="font-medium">
          {STATES[run.state]}, {ended} of {pages.length} pages, {proposals.open} to decide
        </output>
        {isOpen(run) && (
          <May least="editor">
            <Button size="sm" onClick={() => void stop()}>
              Stop
            </Button>
          </May>
        )}
      </div>
      {run.failure && <p className="mt-1 text-danger">{run.failure}</p>}
      <p className="mt-1 text-xs text-faint tabular-nums">
        {formatDateTime(run.startedAt)} by {run.startedBy ? nameOf(run.startedBy) : 'the server'},{' '}
        {run.model}: {run.calls} calls, {run.inputTokens} tokens in, {run.outputTokens} out
        {run.cost !== null && `, $${run.cost.toFixed(4)}`}. {proposals.accepted} accepted,{' '}
        {proposals.refused} refused, {sum(dropped)} dropped by code.
      </p>
      <details className="mt-1 text-xs">
        <summary className="cursor-pointer text-link">Pages and what was dropped</summary>
        <ul className="mt-2 grid gap-1">
          {Object.keys(dropped)
            .filter(isDropReason)
            .map((reason) => (
              <li key={reason}>
                {dropped[reason]}: {DROP_REASONS[reason]}
              </li>
            ))}
        </ul>
        <ul className="mt-2 grid gap-1">
          {pages.map(({ id, url, state, reason }) => (
            <li key={id} className="wrap-anywhere">
              {url}: {reason ?? state}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
