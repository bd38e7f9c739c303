import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

interface PanelProps {
  /** An address that ends in #id leads here, also where the panel comes late. */
  id?: string;
  title: ReactNode;
  children: ReactNode;
  /** 'accent' marks the one panel that asks for something. */
  tone?: 'plain' | 'accent';
  headingLevel?: 'h2' | 'h3';
}

export function Panel({
  id,
  title,
  children,
  tone = 'plain',
  headingLevel: Heading = 'h2',
}: PanelProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id && window.location.hash === `#${id}`) section.current?.scrollIntoView();
  }, [id]);
  return (
    <section
      id={id}
      ref={section}
      className={clsx(
        tone === 'accent' ? 'border-t-2 border-accent pt-4' : 'border-t border-heavy pt-4',
      )}
    >
      <Heading className="mb-3 text-h4 font-semibold">{title}</Heading>
      {children}
    </section>
  );
}
