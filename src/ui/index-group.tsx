import type { ReactNode } from 'react';

interface IndexGroupProps {
  title: string;
  /** How many there are, in words: '9 features'. */
  count: string;
  /** Where the group leads besides its items. */
  action?: { href: string; label: string };
  /** The list of its items. */
  children: ReactNode;
}

/** A part of an index: its name and count stay in sight beside what it holds. */
export function IndexGroup({ title, count, action, children }: IndexGroupProps) {
  return (
    <section className="index-group grid gap-x-10 gap-y-4 border-t border-heavy pt-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="section-heading lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:self-start">
        <h2 className="text-h3 font-semibold">{title}</h2>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint tabular-nums">
          {count}
          {action && (
            <a href={action.href} className="touch text-link no-print">
              {action.label}
              <span className="sr-only"> in {title}</span>
            </a>
          )}
        </p>
      </div>
      {children}
    </section>
  );
}
