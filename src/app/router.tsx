import { dehydrate, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { userQuery } from '#client/user-query.ts';
import { stringifySearch } from '#platform/stringify-search.ts';
import { today } from '#platform/today.ts';
import { NotFoundPage } from '#site/not-found.tsx';
import type { PageUser } from '#site/page-context.ts';
import { parseSearch } from '#site/search-params.ts';
import type { SiteInfo } from '#site/site-info.ts';
import { ErrorScreen } from '#ui/screens.tsx';
import { routeTree } from './route-tree.gen.ts';

const PENDING_MS = 200;

const readServerContext = createIsomorphicFn()
  .server((): { site: SiteInfo; user: PageUser | null; nonce: string } | null => {
    const context = getGlobalStartContext();
    if (!context) return null;
    const { siteName, siteUrl, publisher, contactEmail } = context.settings;
    const { requestId, preview } = context;
    const site = {
      name: siteName,
      url: siteUrl,
      day: today(),
      requestId,
      ...(publisher ? { publisher } : {}),
      ...(contactEmail ? { contactEmail } : {}),
      ...(preview ? { preview } : {}),
    };
    return { site, user: context.user, nonce: context.nonce };
  })
  .client(() => null);

export const getRouter = () => {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        // Without a connection a page says at once that it could not be loaded, and waits for nothing.
        networkMode: 'always',
      },
      // Without a connection a change fails at once and says so: it is never sent late, unexpected.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const server = readServerContext();
  // The server knows whether there is a session, so that an anonymous visitor's page never asks.
  if (server) queryClient.setQueryData(userQuery.queryKey, server.user);
  const site: SiteInfo = server?.site ?? { name: '', url: '', day: '', requestId: '' };

  return createRouter({
    routeTree,
    context: { queryClient, site },
    parseSearch,
    stringifySearch,
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    trailingSlash: 'never',
    // Below a page that exists there is nothing: /about/x is not the page /about.
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: () => <ErrorScreen requestId={site.requestId} />,
    // Every inline script of the page carries it; the server names them in the page's policy.
    ...(server ? { ssr: { nonce: server.nonce } } : {}),
    // The API returns JSON, which query types do not tell.
    dehydrate: (): { site: SiteInfo; queries: object } => ({
      site,
      queries: dehydrate(queryClient),
    }),
    hydrate: (page) => {
      Object.assign(site, page.site);
      hydrate(queryClient, page.queries);
      // Cached pages are for anonymous visitors: their user is never old.
      queryClient.setQueryData(userQuery.queryKey, (user) => user);
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
