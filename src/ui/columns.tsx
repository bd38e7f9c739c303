import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ColumnsProps {
  children: ReactNode;
  aside?: ReactNode;
  /** Of a long page: listed above its text on small screens, beside it and always in sight on large ones. */
  headings?: readonly PageHeading[];
  /** The aside comes before the contents list, which only large screens show: nothing moves during loading. */
  isAsideFirst?: boolean;
}

/** Fewer parts than this are seen at a glance. */
const WORTH_LISTING = 3;

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

export interface PageHeading {
  id: string;
  text: string;
}

function ContentsNav({ headings }: { headings: readonly PageHeading[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="no-print lg:sticky lg:top-[calc(var(--header)+1.5rem)]"
    >
      <p id="contents" className="mb-2 border-t border-heavy pt-3 text-xs font-semibold">
        Contents
      </p>
      <ol className="gap-x-10 text-sm sm:columns-2 lg:columns-1">
        {headings.map(({ id, text }) => (
          <li key={id} className="break-inside-avoid border-b border-line">
            <a href={`#${id}`} className="block py-1.5 text-soft hover:text-accent">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
