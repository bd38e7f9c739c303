import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { adminSend } from '#admin/api/admin-api.ts';
import { FIRST_NAME, LAST_NAME } from '#modules/auth/account-fields.ts';
import { acceptSchema } from '#modules/auth/sign-in.schema.ts';
import { ROLE_WORDS } from '#modules/people/admin/role-words.ts';
import { AuthForm, twice } from './auth-form.tsx';
import { tokenPage } from './token-page.ts';

export const Route = createFileRoute('/auth/invitation')({
  ...tokenPage({ path: '/auth/invitation', heading: 'Welcome', purpose: 'Set a password' }),
  component: InvitationPage,
});

/** An invited user gives a name, sets a password and is in. */
function InvitationPage() {
  const { token = '' } = Route.useSearch();
  const { site } = Route.useRouteContext();
  const { data: read } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => adminSend('POST', '/api/auth/invitation/read', { body: { token } }),
    enabled: token !== '',
    retry: false,
  });
  return (
    <AuthForm
      title="Welcome"
      before={
        read && (
          <p className="mb-5 text-sm text-soft wrap-anywhere">
            {read.invitedBy} invites you to the content desk of {site.name} as{' '}
            {ROLE_WORDS[read.role].name.toLowerCase()}, who {ROLE_WORDS[read.role].may}. You sign in
            as {read.email}.
          </p>
        )
      }
      action="Set Password and Sign In"
      token={token}
      schema={acceptSchema}
      send={(body) => adminSend('POST', '/api/auth/invitation', { body })}
      fallback="You could not be let in. Please try again."
      fields={[FIRST_NAME, LAST_NAME, ...twice('Password')]}
    />
  );
}
