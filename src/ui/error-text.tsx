import type { ReactNode } from 'react';

/** A list that could not be read: the text, and a way on. */
export function ErrorText({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className="border-l-2 border-danger py-1 pl-4">
      <p className="text-ink">{children}</p>
      {action && <div className="mt-3 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
