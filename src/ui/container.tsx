import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface SectionProps {
  children: ReactNode;
  id?: string;
  /** 'band' lays the section on a slightly darker sheet. */
  tone?: 'plain' | 'band';
  label?: string;
}

export function Section({ children, id, tone = 'plain', label }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={label}
      className={clsx('py-10 sm:py-14', tone === 'band' && 'border-y border-line bg-sunken')}
    >
      <Container>{children}</Container>
    </section>
  );
}

export function Container({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={clsx('mx-auto w-full max-w-page px-5 sm:px-8', className)}>{children}</div>
  );
}
