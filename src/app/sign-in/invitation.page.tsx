import { createFileRoute } from '@tanstack/react-router';
import { adminSend } from '#admin/api/admin-api.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { acceptSchema } from '#modules/auth/sign-in.schema.ts';
import { AuthForm, NewPassword } from './auth-form.tsx';
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
    >
      <FormInput label="First name" name="firstName" autoComplete="given-name" />
      <FormInput label="Last name" name="lastName" autoComplete="family-name" />
      <NewPassword label="Password" />
    </AuthForm>
  );
}
