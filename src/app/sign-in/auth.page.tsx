import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate, redirect } from '@tanstack/react-router';
import { useState } from 'react';
import { userQuery } from '#client/user-query.ts';
import { signInMessage } from '#modules/auth/sign-in-messages.ts';
import { loadParts, pathQuery } from '#site/api/queries.ts';
import { screenHead } from '#site/head/page-head.ts';
import { searchReader, textParam } from '#site/search-params.ts';
import { AuthSpinner } from './auth-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
  // A whole load: the server then knows the session, and /admin wins over the way home.
  const goToPanel = () => {
    setIsLeaving(true);
    window.location.assign('/admin');
  };
  if (isPending || areOptionsPending || isLeaving) return <AuthSpinner />;
  if (user) return <Navigate to="/" replace />;
  return (
    <SignInForm
      providerName={options?.externalProvider?.name ?? null}
      takesPasskeys={options?.passkeys ?? false}
      failure={signInMessage(error)}
      note={signInMessage(message)}
      onSignedIn={goToPanel}
    />
  );
}
