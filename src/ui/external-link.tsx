import { ArrowUpRight } from './icons.tsx';
import type { LinkProps } from './link-props.ts';

/** Opens in a new tab and says so. */
export function ExternalLink({ children, className = 'text-link', ...rest }: LinkProps) {
  return (
    <a {...rest} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <ArrowUpRight aria-hidden className="ml-0.5 inline size-[0.95em] align-[-0.08em]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
