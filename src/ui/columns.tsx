import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ContentsNav, type PageHeading } from './contents-nav.tsx';

interface ColumnsProps {
  children: ReactNode;
  aside?: ReactNode;
  /** Of a long page: listed above its text on small screens, beside it and always in sight on large ones. */
  headings?: readonly PageHeading[];
  /** What stands beside the text comes first, and the list of its parts below it, on large screens alone: nothing moves while the page comes in. */
  isAsideFirst?: boolean;
}

/** Fewer parts than this are seen at a glance. */
const WORTH_LISTING = 3;

/** A column of sections with a narrower one beside it; below it on small screens. */
export function Columns({ children, aside, headings = [], isAsideFirst = false }: ColumnsProps) {
  const isListed = headings.length >= WORTH_LISTING;
  const isAbove = isListed && !isAsideFirst;
  return (
    <div
      className={clsx(
        'grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]',
        isAbove && 'lg:grid-rows-[1fr_auto]',
      )}
    >
      {isAbove && (
        <div className="lg:col-start-2">
          <ContentsNav headings={headings} />
        </div>
      )}
      <div
        className={clsx(
          'min-w-0 space-y-14',
          isAbove && 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
        )}
      >
        {children}
      </div>
      {aside && (
        <aside className={clsx('min-w-0 space-y-10', isAbove && 'lg:col-start-2')}>
          {aside}
          {isListed && isAsideFirst && (
            <div className="hidden lg:contents">
              <ContentsNav headings={headings} />
            </div>
          )}
        </aside>
      )}
    </div>
  );
}
