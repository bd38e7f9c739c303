import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ContainerProps {
  children: ReactNode;
  /** 'measure' is the width of a column of text. */
  width?: 'page' | 'measure';
  className?: string;
}

export function Container({ children, width = 'page', className }: ContainerProps) {
  return (
    <div
      className={clsx(
        'mx-auto w-full px-5 sm:px-8',
        width === 'page' ? 'max-w-page' : 'max-w-[calc(var(--container-measure)+4rem)]',
        className,
      )}
    >
      {children}
    </div>
  );
}
