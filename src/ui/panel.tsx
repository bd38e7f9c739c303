import type { ReactNode } from 'react';

interface PanelProps {
  title: ReactNode;
  children: ReactNode;
  /** 'accent' marks the one panel that asks for something. */
  tone?: 'plain' | 'accent';
  headingLevel?: 'h2' | 'h3';
}

export function Panel({
  title,
  children,
  tone = 'plain',
  headingLevel: Heading = 'h2',
}: PanelProps) {
  return (
    <section
      className={tone === 'accent' ? 'border-t-2 border-accent pt-4' : 'border-t border-heavy pt-4'}
    >
      <Heading className="mb-3 text-h4 font-semibold">{title}</Heading>
      {children}
    </section>
  );
}
