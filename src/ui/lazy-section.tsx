import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';

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
  const isLate = useHydrated();
  const [shown, setShown] = useState(!isLate);
  useEffect(() => {
    const element = ref.current;
    if (shown || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setShown(true),
      { rootMargin: '100px', threshold: 0.1 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  return <div ref={ref}>{shown ? children : placeholder}</div>;
}
