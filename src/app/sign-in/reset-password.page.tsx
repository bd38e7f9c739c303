import { createFileRoute } from '@tanstack/react-router';
import { adminSend } from '#admin/api/admin-api.ts';
import { resetSchema } from '#modules/auth/sign-in.schema.ts';
import { AuthForm, twice } from './auth-form.tsx';
import { tokenPage } from './token-page.ts';

const TITLE = 'Set a New Password';

export const Route = createFileRoute('/auth/reset')({
  ...tokenPage({ path: '/auth/reset', heading: TITLE, purpose: 'Set a new password' }),
  component: ResetPasswordPage,
});

/** A new password by a one-time link; every other session ends. */
function ResetPasswordPage() {
  const { token = '' } = Route.useSearch();
  return (
    <AuthForm
      title={TITLE}
      action="Set Password"
      token={token}
      schema={resetSchema}
      send={(body) => adminSend('POST', '/api/auth/reset', { body })}
      fallback="The password could not be set. Please try again."
      fields={twice('New password', 'Every other session ends.')}
    />
  );
}
