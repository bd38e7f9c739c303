import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ArrowRight } from './icons.tsx';

export function Overline({ children }: { children: ReactNode }) {
  return <p className="overline-text">{children}</p>;
}

interface PageHeaderProps {
  title: ReactNode;
  overline?: ReactNode;
  lead?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
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

interface SectionHeadingProps {
  title: ReactNode;
  id?: string;
  text?: ReactNode;
  action?: { href: string; label: string };
}

/** A newspaper's section head: an ink rule, the title, the way to the rest. */
export function SectionHeading({ title, id, text, action }: SectionHeadingProps) {
  return (
    <div className="section-heading mb-7 border-t border-heavy pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id={id} className="text-h2 font-[550] tracking-[-0.008em]">
          {title}
        </h2>
        {action && (
          <a
            href={action.href}
            className="no-print touch text-link inline-flex min-h-6 items-center gap-1.5 text-sm font-medium"
          >
            {action.label}
            <ArrowRight aria-hidden className="size-4" />
          </a>
        )}
      </div>
      {text && <p className="mt-2 max-w-measure text-balance text-soft">{text}</p>}
    </div>
  );
}
