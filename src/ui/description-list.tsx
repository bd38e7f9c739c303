import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Amounts and counts, not sentences: Inter's tabular set also widens hyphens, which spoils words. */
export function isFigure(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && /^[<>~]?\s*[$€£]?\d[\d\s.,$€£%MBKTbnk+–-]*$/.test(value);
}

interface DescriptionListProps {
  items: readonly { label: string; value: ReactNode }[];
  /** 'rows' puts label and value on a line, 'stacked' the value below, 'figures' large. */
  layout?: 'rows' | 'stacked' | 'figures';
}

export function DescriptionList({ items, layout = 'rows' }: DescriptionListProps) {
  const figures = layout === 'figures';
  return (
    <dl
      className={clsx(
        'text-sm',
        figures ? 'grid gap-x-8 gap-y-5 sm:max-lg:grid-cols-3' : 'border-t border-line',
      )}
    >
      {items.map((item) => (
        <div
          key={item.label}
          className={clsx(
            'border-line',
            layout === 'rows' && 'grid grid-cols-[minmax(7rem,2fr)_3fr] gap-4 border-b py-2.5',
            layout === 'stacked' && 'border-b py-2.5',
            figures && 'flex flex-col-reverse justify-end border-t pt-3',
          )}
        >
          <dt className="text-faint">{item.label}</dt>
          <dd
            className={clsx(
              'min-w-0',
              isFigure(item.value) && 'tabular-nums',
              figures ? 'font-serif text-[1.75rem] leading-tight font-[550]' : 'text-ink',
            )}
          >
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
