import { ExternalLink } from '#ui/icons.tsx';

/** The way from a card to its page, in a new tab; `of` names the page. */
export function ViewOnSite({ href, of }: { href: string; of: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`View ${of} on site (opens in a new tab)`}
      title="View on site"
      className="inline-flex size-11 items-center justify-center text-soft hover:text-accent"
    >
      <ExternalLink aria-hidden className="size-4" />
    </a>
  );
}
