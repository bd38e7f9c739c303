import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate, redirect } from '@tanstack/react-router';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { userQuery } from '#client/user-query.ts';
import { CODE, CURRENT_PASSWORD } from '#modules/auth/account-fields.ts';
import { hasPasskeys, isCancelled, showPasskey } from '#modules/auth/browser-passkeys.ts';
import { loginSchema } from '#modules/auth/sign-in.schema.ts';
import { signInMessage } from '#modules/auth/sign-in-messages.ts';
import { ApiError } from '#platform/api-error.ts';
import { loadParts, pathQuery } from '#site/api/queries.ts';
import { screenHead } from '#site/head/page-head.ts';
import { searchReader, textParam } from '#site/search-params.ts';
import { Button } from '#ui/button.tsx';
import { AuthForm, AuthSpinner } from './auth-form.tsx';

const CODE_HELP = 'Of your authenticator app, or a recovery code.';
const FALLBACK = 'Login failed. Please try again.';

const optionsQuery = pathQuery('/api/auth/options');

export const Route = createFileRoute('/auth')({
  validateSearch: searchReader({ message: textParam, error: textParam }),
  beforeLoad: ({ context }) => {
    if (context.queryClient.getQueryData(userQuery.queryKey)) throw redirect({ to: '/' });
  },
  loader: ({ context }) => loadParts(context.queryClient, optionsQuery),
  head: ({ match: { context } }) =>
    screenHead({
      site: context.site,
      path: '/auth',
      heading: 'Sign In',
      description: `Sign in to the content desk of ${context.site.name}.`,
    }),
  component: AuthPage,
});

function AuthPage() {
  const { message, error } = Route.useSearch();
  const { data: user, isPending } = useQuery(userQuery);
  const { data: options, isPending: areOptionsPending } = useQuery(optionsQuery);
  const [isLeaving, setIsLeaving] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  // A whole load: the server then knows the session, and /admin wins over the way home.
  const goToPanel = () => {
    setIsLeaving(true);
    window.location.assign('/admin');
  };
  // Forms may lead to the issuer alone; a provider may ask for the password on another host.
  const goToProvider = (event: FormEvent) => {
    event.preventDefault();
    window.location.assign('/api/login');
  };
  if (isPending || areOptionsPending || isLeaving) return <AuthSpinner />;
  if (user) return <Navigate to="/" replace />;
  const note = signInMessage(message);
  return (
    <AuthForm
      title="Sign In"
      action="Sign In"
      pending="Signing in..."
      schema={loginSchema}
      send={(body) => adminSend('POST', '/api/auth/login', { body })}
      onSignedIn={goToPanel}
      fallback={FALLBACK}
      failure={signInMessage(error)}
      // To be asked for the code is no failure; a wrong one is.
      asksMore={(refusal, { code }) => {
        const asksCode = refusal instanceof ApiError && refusal.json?.needsCode === true;
        setNeedsCode(asksCode);
        return asksCode && !code;
      }}
      before={
        <>
          {note && (
            <p role="status" className="mb-5 text-sm text-soft">
              {note}
            </p>
          )}
          <form action="/api/login" method="get" onSubmit={goToProvider}>
            <Button type="submit" className="w-full">
              Sign in with {options?.externalProvider?.name ?? 'SSO'}
            </Button>
          </form>
          <p className="my-6 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            Or continue with email
          </p>
        </>
      }
      after={(fail) => (
        <>
          {options?.passkeys && <PasskeyButton onSignedIn={goToPanel} onFailure={fail} />}
          {options?.sendsPasswords && (
            <p className="mt-5 text-sm">
              <a href="/auth/forgot" className="text-link">
                Forgot password?
              </a>
            </p>
          )}
        </>
      )}
      fields={[
        { label: 'Email', type: 'email', name: 'email', autoComplete: 'username' },
        { label: 'Password', ...CURRENT_PASSWORD },
        // It was asked for a moment ago, and the form waits for nothing else.
        ...(needsCode ? [{ ...CODE, help: CODE_HELP, autoFocus: true }] : []),
      ]}
    />
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
