import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { PasswordInput } from '#modules/auth/admin/password-input.tsx';
import { hasPasskeys, isCancelled, showPasskey } from '#modules/auth/browser-passkeys.ts';
import { loginSchema } from '#modules/auth/sign-in.schema.ts';
import { ApiError } from '#platform/api-error.ts';
import { Button } from '#ui/button.tsx';
import { AuthAlert, AuthCard } from './auth-card.tsx';
import { useAuthForm } from './use-auth-form.ts';

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
  const [needsCode, setNeedsCode] = useState(false);
  const { form, errors, failure, setFailure, isPending } = useAuthForm({
    schema: loginSchema,
    send: (body) => adminSend('POST', '/api/auth/login', { body }),
    onSignedIn,
    fallback: FALLBACK,
    // To be asked for the code is no failure; a wrong one is.
    asksMore: (error, { code }) => {
      const asksCode = error instanceof ApiError && error.json?.needsCode === true;
      setNeedsCode(asksCode);
      return asksCode && !code;
    },
    failure: props.failure,
  });

  // Forms may lead to the issuer alone; a provider may ask for the password on another host.
  const goToProvider = (event: FormEvent) => {
    event.preventDefault();
    window.location.assign('/api/login');
  };

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

const never = () => () => {};

interface PasskeyButtonProps {
  onSignedIn: () => void;
  onFailure: (message: string | null) => void;
}

/** For browsers that have passkeys; the server cannot know. */
function PasskeyButton({ onSignedIn, onFailure }: PasskeyButtonProps) {
  const isOffered = useSyncExternalStore(never, hasPasskeys, () => false);
  const signIn = async () => {
    onFailure(null);
    try {
      const options = await adminSend('POST', '/api/auth/passkey/options');
      const response = await showPasskey(options);
      await adminSend('POST', '/api/auth/passkey', { body: { response } });
      onSignedIn();
    } catch (error) {
      const why = isCancelled(error) ? 'No passkey was used.' : serverMessage(error);
      onFailure(why ?? FALLBACK);
    }
  };
  if (!isOffered) return null;
  return (
    <Button className="mt-5 w-full" onClick={() => void signIn()}>
      Sign in with a passkey
    </Button>
  );
}
