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
      <span className="sr-only" data-text="none">
        {' (opens in a new tab)'}
      </span>
    </a>
  );
}

/** To the form about a page, and after # a part of it. The form is no page of the app: the browser follows it. */
export const SomethingWrong = ({ about }: { about: string }) => (
  <a
    href={`/corrections/new?about=${encodeURIComponent(about)}`}
    target="_self"
    rel="nofollow"
    className="no-print text-link"
  >
    Something wrong?
  </a>
);
