import type { ReactNode } from 'react';
import { CoverLink } from './card.tsx';
import { ArrowRight } from './icons.tsx';

interface RuledItem {
  /** Without one the line is a plain word among links. */
  href?: string;
  title: ReactNode;
  text?: ReactNode;
  note?: ReactNode;
}

interface RuledListProps {
  items: readonly RuledItem[];
  /** 'compact' suits a sidebar. */
  size?: 'md' | 'compact';
  headingLevel?: 'h2' | 'h3' | 'h4';
  label?: string;
}

export function RuledList(props: RuledListProps) {
  const { items, size = 'md', headingLevel: Heading = 'h3', label } = props;
  const compact = size === 'compact';
  return (
    <ul aria-label={label} className="border-t border-line">
      {items.map((item, index) => (
        <li
          key={item.href ?? index}
          className={`card group relative flex items-center gap-5 border-b border-line ${compact ? 'py-2.5' : 'py-4 sm:py-5'}`}
        >
          <div
            className={
              compact
                ? 'min-w-0 flex-1'
                : 'grid min-w-0 flex-1 gap-x-10 gap-y-1 md:grid-cols-[2fr_3fr] md:items-baseline'
            }
          >
            {item.href ? (
              <Heading
                className={compact ? 'font-sans text-sm font-medium' : 'text-h3 font-semibold'}
              >
                <CoverLink href={item.href}>{item.title}</CoverLink>
              </Heading>
            ) : (
              <p className="text-sm text-soft">{item.title}</p>
            )}
            {item.text && (
              <p className={compact ? 'line-clamp-2 text-xs text-faint' : 'text-sm text-soft'}>
                {item.text}
              </p>
            )}
          </div>
          {item.note && <span className="text-xs text-faint">{item.note}</span>}
          {item.href && (
            <ArrowRight
              aria-hidden
              className="size-4 shrink-0 text-accent transition-transform duration-200 group-hover:translate-x-0.5"
            />
          )}
        </li>
      ))}
    </ul>
  );
}
