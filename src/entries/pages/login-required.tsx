import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** The home page's chrome and hero, for somebody who has to sign in first. */
export function LoginRequired({ siteName }: { siteName: string }) {
  return (
    <Container className="min-h-[60svh]">
      <PageHeader
        size="display"
        overline={siteName}
        title="Login Required"
        lead={<p>The content desk is open to the people who keep this guide. Please sign in.</p>}
        actions={
          <>
            <ButtonLink href="/api/login" variant="primary">
              Sign In to Continue
            </ButtonLink>
            <ButtonLink href="/auth" variant="quiet">
              Sign in with email
            </ButtonLink>
          </>
        }
      />
    </Container>
  );
}
