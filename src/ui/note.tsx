import type { ReactNode } from 'react';

/** A warning to read before anything on the screen is used. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="note" className="border-l-2 border-accent bg-sunken px-4 py-3 text-sm">
      {children}
    </p>
  );
}
