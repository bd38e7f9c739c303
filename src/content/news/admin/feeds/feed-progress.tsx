import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { X } from '#ui/icons.tsx';
import { type FeedFetch, summaryText } from './use-feed-fetch.ts';

interface FeedProgressProps {
  state: FeedFetch;
  onClear: () => void;
}

/** The feed in progress and the counts so far; afterwards the problems, line by line. */
export function FeedProgress({ state, onClear }: FeedProgressProps) {
  const { isRunning, progress, summary } = state;
  if (isRunning) {
    return (
      <section aria-label="Feed progress" className="border border-rule bg-raised px-4 py-3">
        <p role="status" className="text-sm">
          {progress ? progress.message : 'Reading the feeds...'}
        </p>
        <progress
          aria-label="Feeds read"
          value={progress?.feed ?? 0}
          max={Math.max(1, progress?.feeds ?? 1)}
          className="progress mt-2 w-full"
        />
        <p className="text-xs text-faint tabular-nums">
          {progress?.saved ?? 0} saved, {progress?.errors ?? 0} errors
        </p>
      </section>
    );
  }
  if (!summary || summary.errors.length === 0) return null;
  return (
    <section aria-label="Feed problems" className="border border-rule bg-raised px-4 py-3">
      <header className="flex min-h-11 items-center justify-between gap-3">
        <h3 className="text-h4 font-semibold">{summaryText(summary)}</h3>
        <SmallButton label="Close feed problems" icon={X} onClick={onClear} />
      </header>
      <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-sm text-soft">
        {[...new Set(summary.errors)].map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
