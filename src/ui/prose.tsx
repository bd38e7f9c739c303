import {
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useState,
} from 'react';

/** Without it a link is still a link. */
const LinkPreviews = lazy(() =>
  import('./link-previews.tsx').catch(() => ({ default: () => null })),
);

/** Previews for links inside server HTML, where no component can wrap them; fetched with the first pointer or focus. */
export function ProsePreviews({ children }: { children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const arrive = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setRoot(currentTarget);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it acts on nothing, and only fetches a part
    <div className="relative" onPointerOver={arrive} onFocus={arrive}>
      {children}
      {root && (
        <Suspense>
          <LinkPreviews root={root} />
        </Suspense>
      )}
    </div>
  );
}

/** Puts the player behind a video's link, which is then seen on paper alone; before the click nothing is asked of its host. */
const playVideo = (event: MouseEvent) => {
  const link =
    event.target instanceof Element && event.target.closest<HTMLElement>('a[data-player]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const frame = document.createElement('iframe');
  const player = new URL(link.dataset.player ?? '');
  player.searchParams.set('autoplay', '1');
  frame.src = player.href;
  frame.title = link.dataset.title ?? 'Video';
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  link.after(frame);
  frame.focus();
};

/** Finished, sanitized HTML from the server; this folder carries no markdown parser. */
export function Prose({ html }: { html: string }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard presses the links inside
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div className="prose" onClick={playVideo} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
