import { useEffect, useRef } from 'react';
import { playVideo } from './play-video.ts';

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
