import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '#site/not-found.tsx';
import { adminHead } from './admin-head.ts';
import { AdminScreen } from './admin-screen.tsx';

export const Route = createFileRoute('/admin/$')({
  beforeLoad: async ({ params }) => {
    // The registry comes with the panel, never with a public page.
    const { isPanelPath } = await import('#admin/tabs.ts');
    if (!isPanelPath(params._splat ?? '')) throw notFound();
  },
  head: ({ match }) => adminHead(match.context.site.name),
  component: AdminScreen,
  notFoundComponent: NotFoundPage,
});
