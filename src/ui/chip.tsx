import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { LinkProps } from './external-link.tsx';
import { X } from './icons.tsx';

interface ChipFace {
  children: ReactNode;
  count?: number | undefined;
  selected?: boolean;
}

function chipStyle(selected?: boolean) {
  return clsx(
    'touch inline-flex min-h-9 items-center gap-1.5 rounded-sm border px-3 py-1 text-xs font-medium transition-colors',
    selected
      ? 'border-ink bg-ink text-paper'
      : 'border-rule text-soft hover:border-ink hover:text-ink',
  );
}

function ChipText({ children, count, selected }: ChipFace) {
  return (
    <>
      {children}
      {count !== undefined && (
        <span className={clsx('tabular-nums', selected ? 'opacity-80' : 'text-faint')}>
          {count}
        </span>
      )}
    </>
  );
}

type ChipProps = ChipFace & ButtonHTMLAttributes<HTMLButtonElement>;

/** A filter that toggles in place. */
export function Chip({ children, count, selected, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={selected ?? false}
      className={chipStyle(selected)}
    >
      <ChipText count={count} selected={selected}>
        {children}
      </ChipText>
    </button>
  );
}

/** A filter that is a link: shareable, crawlable, works without script. */
export function ChipLink({ children, count, selected, ...rest }: ChipFace & LinkProps) {
  return (
    <a {...rest} aria-current={selected ? 'true' : undefined} className={chipStyle(selected)}>
      <ChipText count={count} selected={selected}>
        {children}
      </ChipText>
    </a>
  );
}

/** A chosen filter, which its link takes back. */
export function RemoveChip({ children, ...rest }: LinkProps) {
  return (
    <a {...rest} className={chipStyle(true)}>
      <span className="sr-only">Remove </span>
      {children}
      <X aria-hidden className="no-print size-3.5" />
    </a>
  );
}
