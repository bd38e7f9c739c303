import { clsx } from 'clsx';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { CircleAlert, LoaderCircle, TriangleAlert } from '#admin/icons.ts';
import type { JobEvent } from '#content/news/jobs/job-event.ts';
import { Check, X } from '#ui/icons.tsx';
import type { RewriteLog } from './use-rewrites.ts';

interface ProcessingLogProps {
  logs: readonly RewriteLog[];
  onClear: () => void;
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

const LOOKS = {
  info: { icon: Check, tone: 'text-soft' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  success: { icon: Check, tone: 'text-positive' },
  error: { icon: CircleAlert, tone: 'text-danger' },
} as const;

/** The steps of each rewrite as the server reaches them. */
export function ProcessingLog({ logs, onClear }: ProcessingLogProps) {
  if (logs.length === 0) return null;
  const hasEnded = logs.some(({ state }) => state !== 'running');
  return (
    <section aria-labelledby="processing-log" className="border border-rule bg-raised px-4 py-3">
      <header className="flex min-h-11 items-center justify-between gap-3">
        <h3 id="processing-log" className="text-h4 font-semibold">
          Processing log
        </h3>
        {hasEnded && <SmallButton label="Clear finished logs" icon={X} onClick={onClear} />}
      </header>
      <div role="log" aria-label="Processing log">
        {logs.map((log) => (
          <div key={log.articleId} className="border-t border-line py-3">
            <p className="text-sm font-medium">{log.title}</p>
            <ol className="mt-1 grid gap-1">
              {log.steps.map((step, index) => (
                <LogLine
                  key={step.n}
                  step={step}
                  isWorking={log.state === 'running' && index === log.steps.length - 1}
                />
              ))}
              {log.steps.length === 0 && <Working text="Starting" />}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

function LogLine({ step, isWorking }: { step: JobEvent; isWorking: boolean }) {
  if (isWorking) return <Working text={step.message} at={step.at} />;
  const { icon: Icon, tone } = LOOKS[step.level];
  return (
    <li className={clsx('flex gap-2 text-sm', tone)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">{step.message}</span>
      <Timestamp at={step.at} />
    </li>
  );
}

function Working({ text, at }: { text: string; at?: string }) {
  return (
    <li className="flex gap-2 text-sm text-ink">
      <LoaderCircle
        aria-hidden
        className="mt-0.5 size-4 shrink-0 animate-spin text-accent motion-reduce:animate-none"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}...</span>
      {at && <Timestamp at={at} />}
    </li>
  );
}

function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="shrink-0 text-2xs text-faint tabular-nums">
      {TIME.format(new Date(at))}
    </time>
  );
}
