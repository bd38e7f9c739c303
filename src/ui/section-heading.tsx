import type { ReactNode } from 'react';
import { ArrowRight } from './icons.tsx';

interface SectionHeadingProps {
  title: ReactNode;
  id?: string;
  text?: ReactNode;
  /** 'View All …' at the end of the line. */
  action?: { href: string; label: string };
  as?: 'h2' | 'h3';
}

/** A newspaper's section head: an ink rule, the title, the way to the rest. */
export function SectionHeading(props: SectionHeadingProps) {
  const { title, id, text, action, as: Heading = 'h2' } = props;
  return (
    <div className="section-heading mb-7 border-t border-heavy pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <Heading
          id={id}
          className={
            Heading === 'h2' ? 'text-h2 font-[550] tracking-[-0.008em]' : 'text-h3 font-semibold'
          }
        >
          {title}
        </Heading>
        {action && (
          <a
            href={action.href}
            className="no-print touch text-link inline-flex min-h-6 items-center gap-1.5 text-sm font-medium"
          >
            {action.label}
            <ArrowRight aria-hidden className="size-4" />
          </a>
        )}
      </div>
      {text && <p className="mt-2 max-w-measure text-balance text-soft">{text}</p>}
    </div>
  );
}
