import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '#site/not-found.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** The splat is empty at /admin itself. */
export const Route = createFileRoute('/admin/$')({
  beforeLoad: async ({ params }) => {
    // The registry comes with the panel, never with a public page.
    const { isPanelPath } = await import('#admin/tabs.ts');
    if (!isPanelPath(params._splat ?? '')) throw notFound();
  },
  // There is no end of addresses of items, and nobody but editors opens them.
  headers: () => ({ 'Cache-Control': 'no-store' }),
  head: ({ match }) => ({
    meta: [
      { title: `Content Management - ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: AdminScreen,
  notFoundComponent: NotFoundPage,
});
