import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { still } from './still/still.ts';

interface ContainerProps {
  children: ReactNode;
  /** 'measure' is the width of a column of text. */
  width?: 'page' | 'measure';
  className?: string;
}

export function Container({ children, width = 'page', className }: ContainerProps) {
  return (
    <div
      className={cn(
        'mx-auto w-full px-5 sm:px-8',
        width === 'page' ? 'max-w-page' : 'max-w-[calc(var(--container-measure)+4rem)]',
        className,
      )}
      {...still(children)}
    />
  );
}
