import type { ReactNode } from 'react';
import { cn } from './cn.ts';
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
      {media && <div className="mb-5">{media}</div>}
      {overline && <Overline>{overline}</Overline>}
      <h1
        className={cn(
          'font-display font-[550] tracking-[-0.018em]',
          overline ? 'mt-3' : null,
          size === 'display' ? 'text-display' : 'max-w-[22ch] text-h1 sm:max-w-[26ch]',
        )}
      >
        {title}
      </h1>
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
