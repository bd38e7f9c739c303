import { createFileRoute, Navigate, redirect } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthSpinner } from '#admin/auth/auth-card.tsx';
import { SignInForm } from '#admin/auth/sign-in-form.tsx';
import type { SignInOptions } from '#modules/auth/public-user.ts';
import { signInMessage } from '#modules/auth/sign-in-messages.ts';
import { loadOnServer } from '#site/api/load.ts';
import { pathQuery, userQuery } from '#site/api/queries.ts';
import { useAnswer } from '#site/api/use-answer.ts';
import { textParam } from '#site/search-params.ts';

const optionsQuery = pathQuery<SignInOptions>('/api/auth/options');

export const Route = createFileRoute('/auth')({
  validateSearch: (search): { message?: string; error?: string } => {
    const [message, error] = [textParam(search.message), textParam(search.error)];
    return { ...(message ? { message } : {}), ...(error ? { error } : {}) };
  },
  beforeLoad: ({ context }) => {
    if (context.queryClient.getQueryData(userQuery.queryKey)) throw redirect({ to: '/' });
  },
  loader: ({ context }) => loadOnServer(context.queryClient, [optionsQuery]),
  head: ({ match }) => ({
    meta: [
      { title: `Sign In - ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: AuthPage,
});

function AuthPage() {
  const { message, error } = Route.useSearch();
  const { data: user, isPending } = useAnswer(userQuery);
  const { data: options, isPending: areOptionsPending } = useAnswer(optionsQuery);
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
      message={signInMessage(error ?? message)}
      onSignedIn={goToPanel}
    />
  );
}
