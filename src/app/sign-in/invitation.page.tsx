import { createFileRoute } from '@tanstack/react-router';
import { InvitationForm } from './invitation-form.tsx';
import { tokenPage } from './token-page.ts';

export const Route = createFileRoute('/auth/invitation')({
  ...tokenPage({ path: '/auth/invitation', heading: 'Welcome', purpose: 'Set a password' }),
  component: InvitationPage,
});

function InvitationPage() {
  return <InvitationForm token={Route.useSearch().token ?? ''} />;
}
