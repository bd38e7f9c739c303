import { clsx } from 'clsx';
import type { AnchorHTMLAttributes } from 'react';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

export function ExternalLink(props: LinkProps) {
  const className = clsx(props.className ?? 'text-link', 'external');
  return (
    <a {...props} className={className} target="_blank" rel="noopener noreferrer">
      {props.children}
      {/* Its arrow is visual only. */}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
