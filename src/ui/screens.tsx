import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';
import { Container } from './container.tsx';
import { PageHeader } from './headings.tsx';
import { SearchForm } from './search-field.tsx';

interface NotFoundScreenProps {
  heading: string;
  text: ReactNode;
  overline?: string;
  /** The first is the way the page recommends. */
  actions: readonly { href: string; label: string }[];
  children?: ReactNode;
}

export function NotFoundScreen(props: NotFoundScreenProps) {
  const { heading, text, overline, actions, children } = props;
  return (
    <Container className="min-h-[55svh] py-8 sm:py-14">
      <PageHeader
        overline={overline}
        title={heading}
        lead={<p>{text}</p>}
        actions={actions.map((action, index) => (
          <ButtonLink
            key={action.href}
            href={action.href}
            variant={index === 0 ? 'primary' : 'secondary'}
          >
            {action.label}
          </ButtonLink>
        ))}
      />
      <SearchForm label="Search this site" className="mb-12" />
      {children}
    </Container>
  );
}

interface FailureScreenProps {
  heading: string;
  text: string;
  meta?: ReactNode;
  action: ReactNode;
}

export function FailureScreen({ heading, text, meta, action }: FailureScreenProps) {
  return (
    <Container className="min-h-[55svh] py-8 sm:py-14">
      <div role="alert">
        <PageHeader title={heading} lead={<p>{text}</p>} meta={meta} actions={action} />
      </div>
    </Container>
  );
}

/** The request id lets a reader quote the failure. */
export function ErrorScreen({ requestId }: { requestId?: string }) {
  return (
    <FailureScreen
      heading="Something went wrong"
      text="We're sorry, but something unexpected happened. Please try refreshing the page."
      meta={requestId && <span>Reference: {requestId}</span>}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
      }
    />
  );
}

export function LoadingScreen() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-4 bg-paper"
    >
      <span className="relative h-px w-40 overflow-hidden bg-line">
        <span className="absolute inset-y-0 left-0 w-2/5 animate-sweep bg-accent" />
      </span>
      <p className="font-serif text-h4 text-soft">Loading</p>
    </div>
  );
}
