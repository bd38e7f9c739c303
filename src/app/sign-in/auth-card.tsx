import type { ReactNode } from 'react';
import { Container } from '#ui/container.tsx';

/** The sheet on which people sign in. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className="flex min-h-[70svh] items-center justify-center py-12">
      <section className="w-full max-w-md border border-rule bg-raised p-6 shadow-float sm:p-9">
        <h1 className="mb-6 text-h2 font-semibold">{title}</h1>
        {children}
      </section>
    </Container>
  );
}

export function AuthAlert({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="mb-5 border border-danger/50 border-l-4 border-l-danger px-4 py-3 text-sm font-medium text-danger"
    >
      {children}
    </p>
  );
}

export function AuthSpinner() {
  return (
    <div role="status" className="flex min-h-[70svh] items-center justify-center">
      <span className="size-10 animate-spin rounded-full border-2 border-line border-t-accent" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
