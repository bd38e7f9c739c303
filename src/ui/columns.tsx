import type { ReactNode } from 'react';

/** A column of sections with a narrower one beside it; below it on small screens. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 space-y-14">{children}</div>
      <aside className="min-w-0 space-y-10">{aside}</aside>
    </div>
  );
}
