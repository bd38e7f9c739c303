import { createFileRoute } from '@tanstack/react-router';
import { ResetForm } from './reset-form.tsx';
import { tokenPage } from './token-page.ts';

export const Route = createFileRoute('/auth/reset')({
  ...tokenPage({
    path: '/auth/reset',
    heading: 'Set a New Password',
    purpose: 'Set a new password',
  }),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  return <ResetForm token={Route.useSearch().token ?? ''} />;
}
