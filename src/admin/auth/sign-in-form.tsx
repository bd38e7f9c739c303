import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { loginSchema } from '#modules/auth/sign-in.schema.ts';
import { Button } from '#ui/button.tsx';
import { AuthAlert, AuthCard } from './auth-card.tsx';
import { formProblems, formTexts } from './form-problems.ts';
import { PasswordInput } from './password-input.tsx';

const FALLBACK = 'Login failed. Please try again.';

interface SignInFormProps {
  /** How the external provider is called; 'SSO' when it has no name of its own. */
  providerName: string | null;
  /** What the external sign-in came back with. */
  message: string | null;
  onSignedIn: () => void;
}

export function SignInForm({ providerName, message, onSignedIn }: SignInFormProps) {
  const isReady = useHydrated();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(message);
  const [isPending, setIsPending] = useState(false);

  // Forms may lead to the issuer alone; a provider may ask for the password on another host.
  const goToProvider = (event: FormEvent) => {
    event.preventDefault();
    window.location.assign('/api/login');
  };
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const values = formTexts(event.currentTarget);
    const problems = formProblems(loginSchema, values);
    setErrors(problems);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    setIsPending(true);
    try {
      await adminSend('POST', '/api/auth/login', values);
      onSignedIn();
    } catch (error) {
      setFailure(serverMessage(error) ?? FALLBACK);
      setIsPending(false);
    }
  };

  return (
    <AuthCard title="Sign In">
      {failure && <AuthAlert>{failure}</AuthAlert>}
      <form action="/api/login" method="get" onSubmit={goToProvider}>
        <Button type="submit" className="w-full">
          Sign in with {providerName ?? 'SSO'}
        </Button>
      </form>
      <p className="my-6 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Or continue with email
      </p>
      <form noValidate onSubmit={(event) => void signIn(event)} className="grid gap-5">
        <FieldFrame label="Email" error={errors.email}>
          {(ids) => (
            <input {...ids} type="email" name="email" autoComplete="username" className="field" />
          )}
        </FieldFrame>
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <Button type="submit" variant="primary" disabled={!isReady} aria-disabled={isPending}>
          {isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </AuthCard>
  );
}
