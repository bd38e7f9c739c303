import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { PasswordInput } from '#modules/auth/admin/password-input.tsx';
import { loginSchema } from '#modules/auth/sign-in.schema.ts';
import { ApiError } from '#platform/api-error.ts';
import { Button } from '#ui/button.tsx';
import { AuthAlert, AuthCard } from './auth-card.tsx';
import { formProblems, formTexts } from './form-problems.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useEarlySubmit } from './use-early-submit.ts';

const FALLBACK = 'Login failed. Please try again.';

interface SignInFormProps {
  /** How the external provider is called; 'SSO' when it has no name of its own. */
  providerName: string | null;
  takesPasskeys: boolean;
  /** Why the external sign-in was refused. */
  failure: string | null;
  /** A message that is not an error. */
  note: string | null;
  onSignedIn: () => void;
}

export function SignInForm(props: SignInFormProps) {
  const { providerName, takesPasskeys, note, onSignedIn } = props;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(props.failure);
  const [isPending, setIsPending] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);

  // Forms may lead to the issuer alone; a provider may ask for the password on another host.
  const goToProvider = (event: FormEvent) => {
    event.preventDefault();
    window.location.assign('/api/login');
  };
  const signIn = async (sent: FormData) => {
    if (isPending) return;
    const values = formTexts(sent);
    const problems = formProblems(loginSchema, values);
    setErrors(problems);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    setIsPending(true);
    try {
      await adminSend('POST', '/api/auth/login', { body: loginSchema.parse(values) });
      onSignedIn();
    } catch (error) {
      const asksCode = error instanceof ApiError && error.json?.needsCode === true;
      setNeedsCode(asksCode);
      // To be asked for the code is no failure; a wrong one is.
      setFailure(asksCode && !values.code ? null : (serverMessage(error) ?? FALLBACK));
      setIsPending(false);
    }
  };
  const form = useEarlySubmit(signIn);

  return (
    <AuthCard title="Sign In">
      {failure && <AuthAlert>{failure}</AuthAlert>}
      {note && (
        <p role="status" className="mb-5 text-sm text-soft">
          {note}
        </p>
      )}
      <form action="/api/login" method="get" onSubmit={goToProvider}>
        <Button type="submit" className="w-full">
          Sign in with {providerName ?? 'SSO'}
        </Button>
      </form>
      <p className="my-6 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Or continue with email
      </p>
      <form noValidate {...form} className="grid gap-5">
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
        {needsCode && (
          <FieldFrame
            label="Code"
            help="Of your authenticator app, or a recovery code."
            error={errors.code}
          >
            {(ids) => (
              <input
                {...ids}
                // It was asked for a moment ago.
                // biome-ignore lint/a11y/noAutofocus: the form waits for nothing else
                autoFocus
                name="code"
                autoComplete="one-time-code"
                className="field"
              />
            )}
          </FieldFrame>
        )}
        <Button type="submit" variant="primary" aria-disabled={isPending}>
          {isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      {takesPasskeys && <PasskeyButton onSignedIn={onSignedIn} onFailure={setFailure} />}
    </AuthCard>
  );
}
