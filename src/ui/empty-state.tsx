import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Without a title the text stands alone. */
  title?: string | undefined;
  text: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="border-y border-line py-14 text-center">
      {title && <h2 className="text-h3 font-semibold">{title}</h2>}
      <p className="mx-auto mt-1.5 max-w-lg text-soft">{text}</p>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
