import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { loginSchema } from '#modules/auth/sign-in.schema.ts';
import { Button } from '#ui/button.tsx';
import { AuthAlert, AuthCard } from './auth-card.tsx';
import { formProblems } from './form-problems.ts';
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
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(message);
  const [isPending, setIsPending] = useState(false);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const problems = formProblems(loginSchema, { email, password });
    setErrors(problems);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    setIsPending(true);
    try {
      await adminSend('POST', '/api/auth/login', { email, password });
      onSignedIn();
    } catch (error) {
      setFailure(serverMessage(error) ?? FALLBACK);
      setIsPending(false);
    }
  };

  return (
    <AuthCard title="Sign In">
      {failure && <AuthAlert>{failure}</AuthAlert>}
      <Button className="w-full" onClick={() => window.location.assign('/api/login')}>
        Sign in with {providerName ?? 'SSO'}
      </Button>
      <p className="my-6 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Or continue with email
      </p>
      <form noValidate onSubmit={(event) => void signIn(event)} className="grid gap-5">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={errors.email}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        <Button type="submit" variant="primary" aria-disabled={isPending}>
          {isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </AuthCard>
  );
}
