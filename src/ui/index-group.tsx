import type { ReactNode } from 'react';

interface IndexGroupProps {
  title: ReactNode;
  count?: string;
  text?: ReactNode;
  /** Where the group leads besides its items. */
  action?: { href: string; label: string };
  children: ReactNode;
}

/** A part of an index: its name and count stay in sight beside its items. */
export function IndexGroup({ title, count, text, action, children }: IndexGroupProps) {
  return (
    <section className="index-group grid gap-x-10 gap-y-4 border-t border-heavy pt-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="section-heading lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:self-start">
        <h2 className="text-h3 font-semibold">{title}</h2>
        {text && <p className="mt-2 text-sm text-soft">{text}</p>}
        {(count || action) && (
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint tabular-nums">
            {count}
            {action && (
              <a href={action.href} className="touch text-link no-print">
                {action.label}
                <span className="sr-only"> in {title}</span>
              </a>
            )}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
