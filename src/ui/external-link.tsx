import type { LinkProps } from './link-props.ts';
import { OpensInNewTab } from './opens-in-new-tab.tsx';

/** Opens in a new tab and says so. */
export function ExternalLink({ children, className = 'text-link', ...rest }: LinkProps) {
  return (
    <a {...rest} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <OpensInNewTab />
    </a>
  );
}
