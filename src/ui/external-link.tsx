import { clsx } from 'clsx';
import type { LinkProps } from './link-props.ts';
import { OpensInNewTab } from './opens-in-new-tab.tsx';

/** Opens in a new tab and says so. */
export function ExternalLink(props: LinkProps) {
  const className = clsx(props.className ?? 'text-link', 'external');
  return (
    <a {...props} className={className} target="_blank" rel="noopener noreferrer">
      {props.children}
      <OpensInNewTab />
    </a>
  );
}
