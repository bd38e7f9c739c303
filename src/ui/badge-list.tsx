import { type BadgeTone, badgeStyle } from './badge.tsx';

interface BadgeListProps {
  items: readonly string[];
  /** Shows this many and then '+N more'. */
  max?: number;
  tone?: BadgeTone;
  /** Names the list for screen readers. */
  label?: string;
}

export function BadgeList({ items, max = Number.POSITIVE_INFINITY, tone, label }: BadgeListProps) {
  if (items.length === 0) return null;
  const shown = items.slice(0, max);
  const hidden = items.length - shown.length;
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {shown.map((item) => (
        <li key={item} className={badgeStyle(tone)}>
          {item}
        </li>
      ))}
      {hidden > 0 && <li className="text-2xs font-medium text-faint">+{hidden} more</li>}
    </ul>
  );
}
