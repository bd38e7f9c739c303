import { adminSend } from '#admin/api/admin-api.ts';
import { resetSchema } from '#modules/auth/sign-in.schema.ts';
import { NewPassword } from './new-password.tsx';
import { useTokenForm } from './use-token-form.ts';

/** A new password by a one-time link; every other session ends. */
export function ResetForm({ token }: { token: string }) {
  const state = useTokenForm({
    token,
    schema: resetSchema,
    send: (values) => adminSend('POST', '/api/auth/reset', { body: values }),
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
