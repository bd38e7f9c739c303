import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useAnswer } from '#site/api/use-answer.ts';
import { SiteFooter } from '#ui/chrome/site-footer.tsx';
import { SiteHeader } from '#ui/chrome/site-header.tsx';
import { SkipLink } from '#ui/chrome/skip-link.tsx';
import { preloadedFont } from '#ui/fonts.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ErrorScreen } from '#ui/screens.tsx';
import styles from '#ui/styles.css?url';
import { themeScript } from '#ui/theme.ts';
import type { PageAnswers } from './api/page-answers.ts';
import { PAGE_DATA_ID, writePageData } from './api/page-data.ts';
import { pathQuery, userQuery } from './api/queries.ts';
import { type FooterPage, footerWith, HEADER_LINKS } from './chrome/navigation.ts';
import { followLinks } from './follow-links.ts';
import { writeHead } from './head/write-head.ts';
import { heldScripts, wakeScript } from './late-scripts.ts';
import { NotFoundPage } from './not-found.tsx';
import { prefetchWhenIdle } from './prefetch.ts';
import type { SiteInfo } from './router.tsx';

interface RouterContext {
  queryClient: QueryClient;
  site: SiteInfo;
}

const footerPagesQuery = pathQuery<FooterPage[]>('/api/footer-pages');

const ABOUT =
  'An independent guide to the software that family offices run on. Facts carry their sources.';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context }) => {
    await context.queryClient.prefetchQuery(footerPagesQuery);
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { name: 'theme-color', content: '#7b1e3b' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { ...preloadedFont },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      { rel: 'alternate', type: 'application/rss+xml', href: '/feed.xml', title: 'News' },
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
      <Head />
      <body suppressHydrationWarning>
        {children}
        <PageData />
        <Scripts />
        <Wake />
      </body>
    </html>
  );
}

function Head() {
  const router = useRouter();
  const html = import.meta.env.SSR ? writeHead(router) : null;
  if (html !== null) return <head dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <head>
      <HeadContent />
    </head>
  );
}

/** Written by the server and read once, before the browser takes over; never compared. */
function PageData() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const data = import.meta.env.SSR ? writePageData(queryClient as PageAnswers) : '';
  const held = import.meta.env.SSR ? heldScripts(router) : undefined;
  return (
    <script
      type="application/json"
      id={PAGE_DATA_ID}
      data-entry={held?.entry}
      data-modules={held?.modules}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: data }}
    />
  );
}

/** Fetches the scripts of the page once it is painted. */
function Wake() {
  const { nonce } = useRouter().options.ssr ?? {};
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? wakeScript : '' }}
    />
  );
}

function Chrome({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { site } = Route.useRouteContext();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { data: user } = useAnswer(userQuery);
  const { data: pages } = useAnswer(footerPagesQuery);
  useEffect(() => prefetchWhenIdle(queryClient), [queryClient]);
  useEffect(() => followLinks(router), [router]);
  const forgetUser = () => queryClient.setQueryData(userQuery.queryKey, null);

  return (
    <>
      <SkipLink />
      <ProgressBar active={isLoading} />
      <SiteHeader
        productName={site.name}
        links={HEADER_LINKS}
        path={path}
        user={user ?? null}
        onLogout={forgetUser}
        shared={pages}
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter
        productName={site.name}
        about={ABOUT}
        sections={footerWith(pages ?? [])}
        user={user ?? null}
        onLogout={forgetUser}
        shared={pages}
      />
    </>
  );
}
