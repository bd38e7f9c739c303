import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import { Button } from '#ui/button.tsx';
import { PASSWORD_MIN } from '../sign-in.schema.ts';
import { PasswordInput } from './password-input.tsx';

/** One's own password; whoever else is signed in with it is out. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const [errors, setErrors] = useState<FieldErrors>({});

  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = new FormData(form);
    const body = { current: String(sent.get('current')), password: String(sent.get('password')) };
    setErrors({});
    try {
      await adminSend('POST', '/api/account/password', { body });
      form.reset();
      sayDone('Your password is changed. Every other session has ended.');
      onDone();
    } catch (failure) {
      const problems = fieldErrorsOf(failure);
      setErrors(problems);
      if (Object.keys(problems).length === 0) sayError(messageOf(failure));
    }
  };

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
