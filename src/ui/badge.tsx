import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'accent' | 'positive' | 'warn' | 'danger';

const TONES: Record<BadgeTone, string> = {
  neutral: 'border-line text-soft',
  accent: 'border-accent/35 text-accent',
  positive: 'border-positive/40 text-positive',
  warn: 'border-warn/40 text-warn',
  danger: 'border-danger/40 text-danger',
};

const badgeStyle = (tone: BadgeTone = 'neutral'): string =>
  clsx(
    'inline-flex items-center gap-1 rounded-sm border px-1.5 py-0.5 font-sans text-2xs font-medium',
    TONES[tone],
  );

export function Badge({ tone, children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={badgeStyle(tone)}>{children}</span>;
}

interface BadgeListProps {
  items: readonly string[];
  /** Shows this many and then '+N more'. */
  max?: number;
  label?: string;
}

export function BadgeList({ items, max = Number.POSITIVE_INFINITY, label }: BadgeListProps) {
  if (items.length === 0) return null;
  const shown = items.slice(0, max);
  const hidden = items.length - shown.length;
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {shown.map((item) => (
        <li key={item} className={badgeStyle()}>
          {item}
        </li>
      ))}
      {hidden > 0 && <li className="text-2xs font-medium text-faint">+{hidden} more</li>}
    </ul>
  );
}
