import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** True when the browser gave up on this image, also when it did so before React hydrated the page. */
export function hasFailed(image: Pick<HTMLImageElement, 'complete' | 'naturalWidth'>): boolean {
  return image.complete && image.naturalWidth === 0;
}

/** Calls back for a source that failed before hydration; later failures come by onError. */
export function useEarlyFailure(
  src: string | undefined,
  onFail: () => void,
): RefObject<HTMLImageElement | null> {
  const ref = useRef<HTMLImageElement>(null);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (src && ref.current && hasFailed(ref.current)) fail();
  }, [src]);
  return ref;
}
