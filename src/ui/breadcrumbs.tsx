import { clsx } from 'clsx';
import { ChevronRight } from './icons.tsx';

export interface Crumb {
  label: string;
  /** The last crumb, the page itself, has none. */
  href?: string;
}

export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print pt-5 text-xs text-faint">
      <ol className="flex items-center gap-x-1.5">
        {items.map((item, index) => (
          <li
            key={item.label}
            className={clsx('flex items-center gap-1.5', item.href ? 'shrink-0' : 'min-w-0')}
          >
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-rule" />}
            {item.href ? (
              <a
                href={item.href}
                className="touch inline-flex min-h-6 items-center text-faint underline-offset-4 hover:text-accent hover:underline"
              >
                {item.label}
              </a>
            ) : (
              <span aria-current="page" className="truncate text-soft">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
