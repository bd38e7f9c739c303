import type { ReactNode } from 'react';
import { Plus } from './icons.tsx';

interface DisclosureProps {
  title: ReactNode;
  children: ReactNode;
  /** Disclosures of one name close each other. */
  name?: string;
}

/** A native details element: it opens without script, and find-in-page opens it too. */
export function Disclosure({ title, children, name }: DisclosureProps) {
  return (
    <details name={name} className="group border-b border-line">
      <summary className="flex list-none items-start justify-between gap-6 py-4 hover:text-accent">
        <h3 className="text-h4 font-semibold">{title}</h3>
        <Plus
          aria-hidden
          className="mt-0.5 size-5 shrink-0 text-accent transition-transform duration-200 group-open:rotate-45"
        />
      </summary>
      <div className="max-w-measure pb-5 text-soft">{children}</div>
    </details>
  );
}

/** Holds disclosures together under one hairline. */
export function DisclosureGroup({ children }: { children: ReactNode }) {
  return <div className="border-t border-line">{children}</div>;
}
