import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { PASSWORD_MIN, resetSchema } from '#modules/auth/sign-in.schema.ts';
import { Button } from '#ui/button.tsx';
import { AuthAlert, AuthCard } from './auth-card.tsx';
import { formProblems, formTexts } from './form-problems.ts';
import { PasswordInput } from './password-input.tsx';

const FALLBACK = 'The password could not be set. Please try again.';

interface ResetFormProps {
  token: string;
  onDone: () => void;
}

/** A new password by a one-time link; every other session ends. */
export function ResetForm({ token, onDone }: ResetFormProps) {
  const isReady = useHydrated();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const reset = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const { password, repeated } = formTexts(event.currentTarget);
    const problems = formProblems(resetSchema, { token, password });
    if (password !== repeated) problems.repeated = 'The two passwords differ';
    setErrors(problems);
    setFailure(problems.token ?? null);
    if (Object.keys(problems).length > 0) return;
    setIsPending(true);
    try {
      await adminSend('POST', '/api/auth/reset', { token, password });
      onDone();
    } catch (error) {
      setFailure(serverMessage(error) ?? FALLBACK);
      setIsPending(false);
    }
  };

  return (
    <AuthCard title="Set a New Password">
      {failure && <AuthAlert>{failure}</AuthAlert>}
      <form noValidate onSubmit={(event) => void reset(event)} className="grid gap-5">
        <PasswordInput
          label="New password"
          name="password"
          autoComplete="new-password"
          help={`At least ${PASSWORD_MIN} characters. Every other session ends.`}
          error={errors.password}
        />
        <PasswordInput
          label="Repeat the password"
          name="repeated"
          autoComplete="new-password"
          error={errors.repeated}
        />
        <Button type="submit" variant="primary" disabled={!isReady} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Set Password'}
        </Button>
      </form>
    </AuthCard>
  );
}
