import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const LAZY_MARGIN = '100px';
const LAZY_THRESHOLD = 0.1;

const subscribe = () => () => {};

interface LazySectionProps {
  children: ReactNode;
  /** Holds the room until the section comes near; give it the section's height. */
  placeholder: ReactNode;
}

/**
 * Server and hydration render the children, so readers without script and crawlers miss
 * nothing; after client navigation they wait until the section comes near the screen.
 */
export function LazySection({ children, placeholder }: LazySectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const hydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [shown, setShown] = useState(hydrating);
  useEffect(() => {
    const element = ref.current;
    if (shown || !element) return;
    if (typeof IntersectionObserver === 'undefined') {
      setShown(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setShown(true),
      { rootMargin: LAZY_MARGIN, threshold: LAZY_THRESHOLD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  return <div ref={ref}>{shown ? children : placeholder}</div>;
}
