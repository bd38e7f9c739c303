import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { CircleAlert, LoaderCircle, TriangleAlert } from '#admin/icons.ts';
import type { JobEvent } from '#content/news/jobs/job-event.ts';
import { Check, X } from '#ui/icons.tsx';
import { type Jobs, summaryText } from './use-jobs.ts';

const PANEL = 'border border-rule bg-raised px-4 py-3';
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface PanelHeadProps {
  id?: string;
  clear: string;
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

function PanelHead({ id, clear, onClear, children }: PanelHeadProps) {
  return (
    <header className="flex min-h-11 items-center justify-between gap-3">
      <h3 id={id} className="text-h4 font-semibold">
        {children}
      </h3>
      {onClear && <SmallButton label={clear} icon={X} onClick={onClear} />}
    </header>
  );
}

/** The feed in progress and the counts so far; afterwards the problems, line by line. */
export function FeedProgress({ fetch, clear }: Pick<Jobs, 'fetch' | 'clear'>) {
  const last = fetch?.steps.at(-1);
  if (fetch?.state === 'running') {
    return (
      <section aria-label="Feed progress" className={PANEL}>
        <p role="status" className="text-sm">
          {last?.message ?? 'Reading the feeds...'}
        </p>
        <progress
          aria-label="Feeds read"
          value={last?.feed ?? 0}
          max={Math.max(1, last?.feeds ?? 1)}
          className="progress mt-2 w-full"
        />
        <p className="text-xs text-faint tabular-nums">
          {last?.saved ?? 0} saved, {last?.errors ?? 0} errors
        </p>
      </section>
    );
  }
  if (!fetch || !last?.problems?.length) return null;
  return (
    <section aria-label="Feed problems" className={PANEL}>
      <PanelHead clear="Close feed problems" onClear={() => clear([fetch])}>
        {summaryText(last)}
      </PanelHead>
      <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-sm text-soft">
        {[...new Set(last.problems)].map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

const LOOKS = {
  info: { icon: Check, tone: 'text-soft' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  success: { icon: Check, tone: 'text-positive' },
  error: { icon: CircleAlert, tone: 'text-danger' },
} as const;

/** The steps of each rewrite as the server reaches them. */
export function ProcessingLog({ rewrites, clear }: Pick<Jobs, 'rewrites' | 'clear'>) {
  if (rewrites.length === 0) return null;
  const hasEnded = rewrites.some(({ state }) => state !== 'running');
  return (
    <section aria-labelledby="processing-log" className={PANEL}>
      <PanelHead
        id="processing-log"
        clear="Clear finished logs"
        onClear={hasEnded ? () => clear(rewrites) : undefined}
      >
        Processing log
      </PanelHead>
      <div role="log" aria-label="Processing log">
        {rewrites.map(({ id, title, state, steps }) => (
          <div key={id} className="border-t border-line py-3">
            <p className="text-sm font-medium">{title}</p>
            <ol className="mt-1 grid gap-1">
              {steps.map((step, index) => (
                <LogLine
                  key={step.n}
                  {...step}
                  isWorking={state === 'running' && index === steps.length - 1}
                />
              ))}
              {steps.length === 0 && <LogLine level="info" message="Starting" isWorking />}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

interface LogLineProps extends Pick<JobEvent, 'level' | 'message'> {
  at?: string;
  isWorking: boolean;
}

function LogLine({ level, message, at, isWorking }: LogLineProps) {
  const look = isWorking ? { icon: LoaderCircle, tone: 'text-ink' } : LOOKS[level];
  return (
    <li className={clsx('flex gap-2 text-sm', look.tone)}>
      <look.icon
        aria-hidden
        className={clsx(
          'mt-0.5 size-4 shrink-0',
          isWorking && 'animate-spin text-accent motion-reduce:animate-none',
        )}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{isWorking ? `${message}...` : message}</span>
      {at && (
        <time dateTime={at} className="shrink-0 text-2xs text-faint tabular-nums">
          {TIME.format(new Date(at))}
        </time>
      )}
    </li>
  );
}
