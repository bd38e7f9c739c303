import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const COLUMNS = {
  1: 'grid-cols-1',
  2: 'md:grid-cols-2',
  // Exactly three stand in one row on a tablet too, instead of two and an orphan.
  3: 'md:grid-cols-2 md:has-[>:nth-child(3):last-child]:grid-cols-3 lg:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
} as const;

interface CardGridProps {
  children: ReactNode;
  columns?: keyof typeof COLUMNS;
  label?: string;
}

/** A list of cards; each child is an li (Card's default). */
export function CardGrid({ children, columns = 3, label }: CardGridProps) {
  return (
    <ul aria-label={label} className={clsx('grid gap-x-8 gap-y-10', COLUMNS[columns])}>
      {children}
    </ul>
  );
}
