import { createFileRoute } from '@tanstack/react-router';
import { adminSend } from '#admin/api/admin-api.ts';
import { FIRST_NAME, LAST_NAME } from '#modules/auth/account-fields.ts';
import { acceptSchema } from '#modules/auth/sign-in.schema.ts';
import { AuthForm, twice } from './auth-form.tsx';
import { tokenPage } from './token-page.ts';

export const Route = createFileRoute('/auth/invitation')({
  ...tokenPage({ path: '/auth/invitation', heading: 'Welcome', purpose: 'Set a password' }),
  component: InvitationPage,
});

/** An invited user gives a name, sets a password and is in. */
function InvitationPage() {
  const { token = '' } = Route.useSearch();
  return (
    <AuthForm
      title="Welcome"
      action="Set Password and Sign In"
      token={token}
      schema={acceptSchema}
      send={(body) => adminSend('POST', '/api/auth/invitation', { body })}
      fallback="You could not be let in. Please try again."
      fields={[FIRST_NAME, LAST_NAME, ...twice('Password')]}
    />
  );
}
