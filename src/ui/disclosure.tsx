import type { ReactNode } from 'react';
import { Plus } from './icons.tsx';

interface DisclosureProps {
  title: ReactNode;
  children: ReactNode;
  /** Disclosures of one name close each other. */
  name?: string;
  open?: boolean;
  id?: string;
  headingLevel?: 'h2' | 'h3' | 'h4';
}

/** A native details element: it opens without script, and find-in-page opens it too. */
export function Disclosure(props: DisclosureProps) {
  const { title, children, name, open, id, headingLevel: Heading = 'h3' } = props;
  return (
    <details id={id} name={name} open={open} className="group border-b border-line">
      <summary className="flex list-none items-start justify-between gap-6 py-4 hover:text-accent">
        <Heading className="text-h4 font-semibold">{title}</Heading>
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
