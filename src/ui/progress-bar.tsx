import { useEffect, useState } from 'react';

/** Shorter waits show nothing: a flash would explain less than it disturbs. */
const PROGRESS_DELAY_MS = 200;

export function ProgressBar({ active }: { active: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!active) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PROGRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [active]);
  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent-wash"
    >
      <div className="h-full w-2/5 animate-sweep bg-accent motion-reduce:w-full" />
    </div>
  );
}
