import type { ReactNode } from 'react';

/** 'Showing X of Y vendors', spoken when it changes. */
export function LiveCount({ children }: { children: ReactNode }) {
  return (
    <output aria-live="polite" className="block text-sm text-soft tabular-nums">
      {children}
    </output>
  );
}
