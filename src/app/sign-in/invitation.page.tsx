import { createFileRoute } from '@tanstack/react-router';
import { adminSend } from '#admin/api/admin-api.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { acceptSchema } from '#modules/auth/account.schema.ts';
import { NewPassword } from './new-password.tsx';
import { tokenPage } from './token-page.ts';
import { useAuthForm } from './use-auth-form.ts';

export const Route = createFileRoute('/auth/invitation')({
  ...tokenPage({ path: '/auth/invitation', heading: 'Welcome', purpose: 'Set a password' }),
  component: InvitationPage,
});

/** An invited user gives a name, sets a password and is in. */
function InvitationPage() {
  const { token = '' } = Route.useSearch();
  const state = useAuthForm({
    token,
    schema: acceptSchema,
    send: (body) => adminSend('POST', '/api/auth/invitation', { body }),
    fallback: 'You could not be let in. Please try again.',
  });
  const { errors } = state;
  return (
    <NewPassword title="Welcome" label="Password" action="Set Password and Sign In" {...state}>
      <FieldFrame label="First name" error={errors.firstName}>
        {(ids) => <input {...ids} name="firstName" autoComplete="given-name" className="field" />}
      </FieldFrame>
      <FieldFrame label="Last name" error={errors.lastName}>
        {(ids) => <input {...ids} name="lastName" autoComplete="family-name" className="field" />}
      </FieldFrame>
    </NewPassword>
  );
}
