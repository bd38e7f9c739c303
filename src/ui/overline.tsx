import type { ReactNode } from 'react';

/** The small capital line above a title. */
export function Overline({ children }: { children: ReactNode }) {
  return <p className="overline-text">{children}</p>;
}
