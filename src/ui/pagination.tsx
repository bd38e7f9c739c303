import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight } from './icons.tsx';

/** The page numbers to print: ends, the current one and its neighbors; null is a gap. */
export function listPages(current: number, total: number): (number | null)[] {
  const wanted = new Set([1, total, current - 1, current, current + 1]);
  const pages = [...wanted].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b);
  const out: (number | null)[] = [];
  for (const page of pages) {
    const before = out.at(-1);
    if (before != null && page - before === 2) out.push(page - 1);
    if (before != null && page - before > 2) out.push(null);
    out.push(page);
  }
  return out;
}

interface PaginationProps {
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
}

const CELL =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm tabular-nums hover:text-accent';

export function Pagination({ page, pages, hrefFor }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="no-print mt-12 border-t border-rule">
      <ul className="flex flex-wrap items-center justify-center gap-x-1">
        {page > 1 && (
          <li className="mr-auto">
            <a rel="prev" href={hrefFor(page - 1)} className={CELL}>
              <ArrowLeft aria-hidden className="size-4" />
              Previous<span className="sr-only"> page</span>
            </a>
          </li>
        )}
        {listPages(page, pages).map((number, index, all) =>
          number === null ? (
            <li key={`after-${all[index - 1]}`} aria-hidden className="px-1 text-faint">
              …
            </li>
          ) : (
            <li key={number} className="max-sm:hidden">
              <a
                href={hrefFor(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={clsx(
                  CELL,
                  number === page && '-mt-px border-t-2 border-accent font-semibold',
                )}
              >
                {number}
              </a>
            </li>
          ),
        )}
        {page < pages && (
          <li className="ml-auto">
            <a rel="next" href={hrefFor(page + 1)} className={CELL}>
              Next<span className="sr-only"> page</span>
              <ArrowRight aria-hidden className="size-4" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
