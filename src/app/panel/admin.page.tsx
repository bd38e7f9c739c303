import { createFileRoute, notFound } from '@tanstack/react-router';
import { userQuery } from '#client/user-query.ts';
import { notFoundHead, screenHead } from '#site/head/page-head.ts';
import { NOT_FOUND_HEADING, NotFoundView } from '#site/not-found.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** Apart from the route, which every public page carries. */
const preload = (splat: string) =>
  import('./admin-screen.tsx')
    .then(({ preloadScreen }) => preloadScreen(splat))
    .catch(() => undefined);

/** The splat is empty at /admin itself. */
export const Route = createFileRoute('/admin/$')({
  beforeLoad: async ({ params, context }) => {
    const isSignedIn = !!context.queryClient.getQueryData(userQuery.queryKey);
    if (isSignedIn && !import.meta.env.SSR) void preload(params._splat ?? '');
    // The registry comes with the panel, never with a public page; when it cannot be fetched, the panel says so.
    const tabs = await import('./panel-content.ts').catch(() => null);
    if (tabs && !tabs.isPanelPath(params._splat ?? '')) throw notFound();
  },
  // Item addresses are endless, and only editors open them.
  headers: () => ({ 'Cache-Control': 'no-store' }),
  head: ({ match: { context, pathname, status } }) => {
    const { site } = context;
    if (status === 'notFound') return notFoundHead(site, NOT_FOUND_HEADING, pathname);
    return screenHead({
      site,
      // Items in the panel are no pages of their own.
      path: '/admin',
      heading: 'Content Management',
      description: `The content desk of ${site.name}, for the people who keep the guide.`,
    });
  },
  component: AdminScreen,
  notFoundComponent: NotFoundView,
});
