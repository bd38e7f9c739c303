import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { forgotSchema } from '#modules/auth/sign-in.schema.ts';
import { screenHead } from '#site/head/page-head.ts';
import { AuthForm } from './auth-form.tsx';

const TITLE = 'Forgot Password';

export const Route = createFileRoute('/auth/forgot')({
  head: ({ match: { context } }) =>
    screenHead({
      site: context.site,
      path: '/auth/forgot',
      heading: TITLE,
      description: `A new password for the content desk of ${context.site.name}.`,
    }),
  component: ForgotPage,
});

/** Asks for a link by e-mail; what it says is the same for every address. */
function ForgotPage() {
  const [isSent, setIsSent] = useState(false);
  return (
    <AuthForm
      title={TITLE}
      action="Send Link"
      pending="Sending..."
      schema={forgotSchema}
      send={(body) => adminSend('POST', '/api/auth/forgot', { body })}
      onSignedIn={() => setIsSent(true)}
      stays
      fallback="The link could not be sent. Please try again."
      before={
        <p role="status" className="mb-5 text-sm text-soft">
          {isSent
            ? 'If there is an account with a password for this address, an e-mail with a link is on its way. The link works once, for an hour.'
            : 'Enter the address of your account. We send you a link to set a new password.'}
        </p>
      }
      after={() => (
        <p className="mt-5 text-sm">
          <a href="/auth" className="text-link">
            Back to Sign In
          </a>
        </p>
      )}
      fields={[{ label: 'Email', type: 'email', name: 'email', autoComplete: 'username' }]}
    />
  );
}
