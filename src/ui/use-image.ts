import { useEffect, useRef, useState } from 'react';

/** True when the browser gave up on this image, also when it did so before React hydrated the page. */
export const hasFailed = (image: Pick<HTMLImageElement, 'complete' | 'naturalWidth'>): boolean =>
  image.complete && image.naturalWidth === 0;

/** The first source that has not failed, in order of preference; `watched` goes to its image. */
export const useImage = (sources: readonly (string | null | undefined)[]) => {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const src = sources.find((source) => source && !failed.includes(source)) || undefined;
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (src && ref.current && hasFailed(ref.current)) setFailed((before) => [...before, src]);
  }, [src]);
  const onError = () => src && setFailed((before) => [...before, src]);
  return { src, watched: { ref, onError, loading: 'lazy', decoding: 'async' } as const };
};
