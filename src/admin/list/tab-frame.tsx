import type { ReactNode } from 'react';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { messageOf } from '#admin/api/problems.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PAGE_SIZE, pageOf } from './list-page.ts';

interface TabFrameProps {
  title: string;
  /** The tab's purpose, in a sentence. */
  lead?: ReactNode;
  actions?: ReactNode;
  tools?: ReactNode;
  /** The subject of 'could not be loaded'. */
  what?: string;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  /** Of the listed items; undefined while they load, null where there is no list. */
  count: number | null | undefined;
  /** Of what is listed on all pages, where the list has several. */
  total?: number | undefined;
  pageSize?: number | undefined;
  /** The noun of the total: one, and many. */
  unit?: readonly [one: string, many: string];
  empty?: string;
  children: ReactNode;
}

/** A tab: its heading, and the states of its list. */
export function TabFrame(props: TabFrameProps) {
  const { title, lead, actions, tools, what = 'The list', error, onRetry, ...list } = props;
  const { count, total = 0, pageSize = PAGE_SIZE, unit, empty } = list;
  const { tab: name, search } = useAdminAddress();
  return (
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
            {title}
          </h2>
          {lead && <p className="mt-1 max-w-prose text-sm text-soft">{lead}</p>}
        </div>
        {actions}
      </header>
      {tools}
      {unit && (
        <div className="mt-2 text-xs text-faint">
          <LiveCount>{typeof count === 'number' ? counted(total, ...unit) : ''}</LiveCount>
        </div>
      )}
      {error ? (
        <ErrorText action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
          {what} could not be loaded: {messageOf(error)}
        </ErrorText>
      ) : null}
      {count === undefined && !error && (
        <div role="status" aria-label="Loading" className="mt-4">
          <Skeleton className="h-40" />
        </div>
      )}
      {count === 0 && empty && (
        <div className="mt-4">
          <EmptyState text={empty} />
        </div>
      )}
      {props.children}
      <Pagination
        page={pageOf(search)}
        pages={Math.ceil(total / pageSize)}
        hrefFor={pageHref({ name }, search)}
      />
    </section>
  );
}
