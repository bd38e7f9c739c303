import { createFileRoute } from '@tanstack/react-router';
import { adminSend } from '#admin/api/admin-api.ts';
import { resetSchema } from '#modules/auth/sign-in.schema.ts';
import { NewPassword } from './new-password.tsx';
import { tokenPage } from './token-page.ts';
import { useAuthForm } from './use-auth-form.ts';

export const Route = createFileRoute('/auth/reset')({
  ...tokenPage({
    path: '/auth/reset',
    heading: 'Set a New Password',
    purpose: 'Set a new password',
  }),
  component: ResetPasswordPage,
});

/** A new password by a one-time link; every other session ends. */
function ResetPasswordPage() {
  const { token = '' } = Route.useSearch();
  const state = useAuthForm({
    token,
    schema: resetSchema,
    send: (body) => adminSend('POST', '/api/auth/reset', { body }),
    fallback: 'The password could not be set. Please try again.',
  });
  return (
    <NewPassword
      title="Set a New Password"
      label="New password"
      help="Every other session ends."
      action="Set Password"
      {...state}
    />
  );
}
