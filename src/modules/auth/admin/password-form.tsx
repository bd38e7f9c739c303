import { adminSend } from '#admin/api/admin-api.ts';
import { toastDone } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { Button } from '#ui/button.tsx';
import { PASSWORD_MIN } from '../sign-in.schema.ts';
import { PasswordInput } from './password-input.tsx';

/** One's own password; a change ends all other sessions. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { errors, send } = useFormSend();
  const change = send(async (read, form) => {
    const body = { current: read('current'), password: read('password') };
    await adminSend('POST', '/api/account/password', { body });
    form.reset();
    toastDone('Your password is changed. Every other session has ended.');
    onDone();
  });

  return (
    <form noValidate onSubmit={(event) => void change(event)} className="grid max-w-md gap-4">
      <PasswordInput
        label="Current password"
        name="current"
        autoComplete="current-password"
        error={errors.current}
      />
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        help={`At least ${PASSWORD_MIN} characters. Every other session ends.`}
        error={errors.password}
      />
      <Button type="submit" className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}
