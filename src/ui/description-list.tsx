import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { isFigure } from './figure.ts';

interface DescriptionItem {
  label: string;
  value: ReactNode;
}

interface DescriptionListProps {
  items: readonly DescriptionItem[];
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
