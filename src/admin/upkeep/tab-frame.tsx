import type { ReactNode } from 'react';
import { messageOf } from '#admin/api/problems.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

interface TabFrameProps {
  title: string;
  /** What the tab is for, in a sentence. */
  lead: string;
  error: unknown;
  /** Undefined while it loads. */
  count: number | undefined;
  empty: string;
  children: ReactNode;
  /** Between the lead and the list. */
  tools?: ReactNode;
}

/** A tab of the upkeep: its heading, and the states of its list. */
export function TabFrame(props: TabFrameProps) {
  const { title, lead, error, count, empty, children, tools } = props;
  return (
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5">
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-sm text-soft">{lead}</p>
      </header>
      {tools}
      {error ? <ErrorText>The list could not be loaded: {messageOf(error)}</ErrorText> : null}
      {count === undefined && !error && <Skeleton className="mt-4 h-40" />}
      {count === 0 && (
        <div className="mt-4">
          <EmptyState text={empty} />
        </div>
      )}
      {children}
    </section>
  );
}
