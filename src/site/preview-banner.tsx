/** '05 Jan 2026'. By hand: every page carries this, and a browser takes long for its first Intl.DateTimeFormat. */
const dayOf = (timestamp: string) => new Date(timestamp).toUTCString().slice(5, 16);

interface PreviewBannerProps {
  until: string;
  isLive: boolean;
}

/** On a page that is shown by a preview link, and nowhere else. */
export function PreviewBanner({ until, isLive }: PreviewBannerProps) {
  return (
    <p
      role="status"
      className="border-b border-accent bg-accent-wash px-4 py-2 text-center text-sm font-medium text-accent"
    >
      {isLive
        ? 'Preview: this is published, and no change waits. The link shows what comes next, until '
        : 'Preview: this is not published yet. Whoever has the link sees it, until '}
      <time dateTime={until}>{dayOf(until)}</time>.
    </p>
  );
}
