import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Overline } from './overline.tsx';

interface PageHeaderProps {
  title: ReactNode;
  overline?: ReactNode;
  lead?: ReactNode;
  /** A line of small facts: dates, badges, reading time. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** Beside the title, e.g. a logo. */
  media?: ReactNode;
  size?: 'page' | 'display';
}

/** Holds the page's only h1. */
export function PageHeader(props: PageHeaderProps) {
  const { title, overline, lead, meta, actions, media, size = 'page' } = props;
  return (
    <header className="py-8 sm:py-12">
      {overline && (
        <div className="mb-3">
          <Overline>{overline}</Overline>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        {media}
        <h1
          className={clsx(
            'min-w-0 font-display font-[550] tracking-[-0.018em]',
            size === 'display' ? 'text-display' : 'max-w-[22ch] text-h1 sm:max-w-[26ch]',
          )}
        >
          {title}
        </h1>
      </div>
      {lead && (
        <div className="mt-5 max-w-[38rem] font-serif text-lead text-pretty text-soft">{lead}</div>
      )}
      {meta && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-xs text-faint">
          {meta}
        </div>
      )}
      {actions && <div className="mt-7 flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}
