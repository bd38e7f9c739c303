import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ClientOnly,
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { userQuery } from '#client/user-query.ts';
import { FEED } from '#content/news/site.ts';
import { pathQuery } from '#site/api/queries.ts';
import { NotFoundPage } from '#site/not-found.tsx';
import { PreviewBanner } from '#site/preview-banner.tsx';
import { SearchBox } from '#site/search/search-box.tsx';
import { ShortlistLink } from '#site/shortlist/shortlist-link.tsx';
import type { SiteInfo } from '#site/site-info.ts';
import { SiteFooter } from '#ui/chrome/site-footer.tsx';
import { SiteHeader, SkipLink } from '#ui/chrome/site-header.tsx';
import { preloadedFonts } from '#ui/fonts.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ErrorScreen } from '#ui/screens.tsx';
import styles from '#ui/styles.css?url';
import { themeScript } from '#ui/theme.ts';
import { footerWith, HEADER_LINKS } from './chrome/navigation.ts';
import { followLinks } from './follow-links.ts';
import { moveFocus } from './move-focus.ts';
import { prefetchWhenIdle } from './prefetch.ts';

/** Fetched for signed-in users; a page is whole without it. */
const EditHere = lazy(() =>
  import('./edit-here.tsx').then(
    (part) => ({ default: part.EditHere }),
    () => ({ default: () => null }),
  ),
);

interface RouterContext {
  queryClient: QueryClient;
  site: SiteInfo;
}

const footerPagesQuery = pathQuery('/api/footer-pages');

const ABOUT =
  'An independent guide to the software that family offices run on. Facts carry their sources.';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context }) => {
    await context.queryClient.prefetchQuery(footerPagesQuery);
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ match }) => ({
    meta: [
      ...(match.context.site.preview ? [{ name: 'robots', content: 'noindex' }] : []),
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { name: 'theme-color', content: '#7b1e3b' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      ...preloadedFonts,
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      { rel: 'alternate', type: 'application/rss+xml', href: FEED, title: 'News' },
      { rel: 'describedby', type: 'text/plain', href: '/llms.txt' },
    ],
    scripts: [{ children: themeScript }],
  }),
  shellComponent: Shell,
  component: () => (
    <Chrome>
      <Outlet />
    </Chrome>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: RootError,
});

function RootError() {
  const { site } = Route.useRouteContext();
  return <ErrorScreen requestId={site.requestId} />;
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body suppressHydrationWarning>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function Chrome({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { site } = Route.useRouteContext();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { data: user } = useQuery(userQuery);
  const { data: pages } = useQuery(footerPagesQuery);
  useEffect(() => prefetchWhenIdle(queryClient), [queryClient]);
  useEffect(() => followLinks(router), [router]);
  const [announced, setAnnounced] = useState('');
  useEffect(() => moveFocus(router, setAnnounced), [router]);
  const forgetUser = () => queryClient.setQueryData(userQuery.queryKey, null);

  return (
    <>
      <SkipLink />
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ProgressBar active={isLoading} />
      <SiteHeader
        productName={site.name}
        links={HEADER_LINKS}
        path={path}
        user={user ?? null}
        onLogout={forgetUser}
        tools={
          <>
            <SearchBox />
            <ShortlistLink />
          </>
        }
      />
      {/* A preview has no scripts, so that no browser needs its banner. */}
      {import.meta.env.SSR && site.preview?.until && (
        <PreviewBanner isLive={site.preview.isLive} until={site.preview.until} />
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {user && !path.startsWith('/admin') && (
        <ClientOnly>
          <Suspense>
            <EditHere user={user} />
          </Suspense>
        </ClientOnly>
      )}
      <SiteFooter
        productName={site.name}
        about={ABOUT}
        sections={footerWith(pages ?? [])}
        user={user ?? null}
        onLogout={forgetUser}
      />
    </>
  );
}
