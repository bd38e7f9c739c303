import { createFileRoute } from '@tanstack/react-router';
import { ResetForm } from '#admin/auth/reset-form.tsx';
import { textParam } from '#site/search-params.ts';

export const Route = createFileRoute('/auth/reset')({
  validateSearch: (search): { token?: string } => {
    const token = textParam(search.token);
    return token ? { token } : {};
  },
  // The address holds the one-time token: neither this server nor one before it may keep the page.
  headers: () => ({ 'Cache-Control': 'no-store' }),
  head: ({ match }) => ({
    meta: [
      { title: `Set a New Password - ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
      // The address holds the one-time token: no other site may learn it.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const { token = '' } = Route.useSearch();
  return <ResetForm token={token} onDone={() => window.location.assign('/admin')} />;
}
