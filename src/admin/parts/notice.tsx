import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const TONES = {
  plain: 'border-rule bg-sunken',
  accent: 'border-accent bg-sunken',
  danger: 'border-danger bg-sunken',
  /** Text that waits for a decision. */
  text: 'border-accent bg-accent-wash',
};

interface NoticeProps extends ComponentProps<'section'> {
  tone?: keyof typeof TONES;
  /** With its buttons beside the words. */
  isRow?: boolean;
}

/** Said above a form or a list. */
export function Notice({ tone = 'accent', isRow, className, ...section }: NoticeProps) {
  return (
    <section
      {...section}
      className={clsx(
        'mb-5 border-l-2 px-4 py-3 text-sm',
        TONES[tone],
        isRow && 'flex flex-wrap items-center gap-3',
        className,
      )}
    />
  );
}
