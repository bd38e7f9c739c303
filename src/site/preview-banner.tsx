/** '05 Jan 2026'. By hand: every page carries this, and a browser takes long for its first Intl.DateTimeFormat. */
const dayOf = (timestamp: string) => new Date(timestamp).toUTCString().slice(5, 16);

const sayWhat = ({ isLive, isSite }: Pick<Shown, 'isLive' | 'isSite'>) => {
  if (isSite)
    return isLive
      ? 'Preview: this release is published, and the site is as it is for everybody. The link is open until '
      : 'Preview of the whole site with a release that is not published yet; scripts, feeds and the sitemap are not part of it. Whoever has the link sees it, until ';
  return isLive
    ? 'Preview: this is published, and no change waits. The link shows what comes next, until '
    : 'Preview: this is not published yet. Whoever has the link sees it, until ';
};

type Shown = { until: string; isLive: boolean; isSite: boolean };

/** On a page that is shown by a preview link, and nowhere else. */
export function PreviewBanner({ until, ...shown }: Shown) {
  return (
    <p
      role="status"
      className="border-b border-accent bg-accent-wash px-4 py-2 text-center text-sm font-medium text-accent"
    >
      {sayWhat(shown)}
      <time dateTime={until}>{dayOf(until)}</time>.
    </p>
  );
}
