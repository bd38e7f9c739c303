import { useEffect, useRef } from 'react';

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
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    box.current?.addEventListener('click', playVideo, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return <div ref={box} className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
