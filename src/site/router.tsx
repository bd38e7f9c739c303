import { QueryClient, type QueryClientConfig, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { ErrorScreen } from '#ui/screens.tsx';
import { PageAnswers } from './api/page-answers.ts';
import { answerAdapter, readPageData } from './api/page-data.ts';
import { userQuery } from './api/queries.ts';
import { NotFoundPage } from './not-found.tsx';
import type { PageUser } from './page-context.ts';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

export interface SiteInfo {
  name: string;
  url: string;
  /** The request that rendered this page, for a reader to quote when it failed. */
  requestId: string;
}

const PENDING_MS = 200;

const createAnswers = createIsomorphicFn()
  .server((config: QueryClientConfig): QueryClient => new PageAnswers(config))
  .client((config: QueryClientConfig) => new QueryClient(config));

const readServerContext = createIsomorphicFn()
  .server((): { site: SiteInfo; user: PageUser | null; nonce: string } | null => {
    const context = getGlobalStartContext();
    if (!context) return null;
    const { siteName, siteUrl } = context.settings;
    const site = { name: siteName, url: siteUrl, requestId: context.requestId };
    return { site, user: context.user, nonce: context.nonce };
  })
  .client(() => null);

export const getRouter = () => {
  const queryClient = createAnswers({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  });
  const server = readServerContext();
  // The server knows whether there is a session, so that a stranger's page never asks.
  if (server) queryClient.setQueryData(userQuery.queryKey, server.user);
  if (!import.meta.env.SSR) readPageData(queryClient);
  const site: SiteInfo = server?.site ?? { name: '', url: '', requestId: '' };

  const router = createRouter({
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
    dehydrate: () => ({ site }),
    hydrate: (data: { site: SiteInfo }) => {
      Object.assign(site, data.site);
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  router.options.serializationAdapters = [answerAdapter(queryClient)];
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
