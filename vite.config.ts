import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { NAV_LINKS } from './src/app/chrome/nav-links.ts';

/** Without groups a page would come as forty files of a few hundred bytes each. */
const FRAMEWORK =
  /node_modules\/(?:@tanstack|clsx|react|react-dom|scheduler|use-sync-external-store)\/|vite\/preload-helper/;
/** What the panel alone uses of it, and of the icons. */
const PANEL =
  /node_modules\/(?:@tanstack\/.*\/(?:use(?:Blocker|InfiniteQuery|Mutation|Queries)|(?:infiniteQuery|mutation|queries)Observer)\.js|lucide\/.*\/(?:calendar-days|circle-alert|eye|eye-off|loader-circle|trash|trash-2|triangle-alert|upload)\.)/;
/** The addresses, loaders and heads of all pages; what a page shows comes with the page. */
const ROUTES =
  /\.page\.tsx(?:\?tsr-shared.*)?$|src\/app\/(?:home\/home-(?:ld|queries)|prefetch|search\/site-search|slug\/fixed-pages|sign-in\/token-page)\.ts$|content\/shared\/seeded|src\/content\/(?:[^/]+\/pages\/(?:[\w-]+-(?:head|ld|query|search)|article-facts|change-compared|columns|say-shared|glossary-list|service-groups)|[^/]+\/(?:site|title-of)|sites|[^/]+\/[\w-]+\.query)\.ts$/;
/** What most public pages use, and nothing that brings the panel's schemas along. */
const SHARED =
  /src\/(?:ui|site|client)\/(?!create-send|toast|media|tabs|contents|disclosure|listen-for|preview-timer|tooltip|index-group|section\.|use-debounced|list\/group-by|search\/marked)|content\/shared\/(?:format-date|coverage)|content\/vendors\/vendor\.card|platform\/(?:text\/excerpt|words)|platform\/api-error|lucide\/(?!.*(?:coins|layers|layout-grid|play|puzzle|rotate|zoom))/;

/** What stands around a list, and nothing that an item's page shows. */
const LISTS =
  /src\/(?:site\/list\/(?:[\w-]+\.tsx|(?:step-to|use-filtered-list)\.ts)|ui\/(?:pagination|page-window|live-count|chip|empty-state|error-text|use-typed-search)\.tsx?)$/;

/** What stands beside and below the text of an item. */
const ITEMS = /src\/(?:ui\/(?:columns|contents-nav)|content\/shared\/related-info)\.tsx$/;

/** What a page with a form of its own uses. */
const FORMS =
  /src\/(?:site\/use-early-input|ui\/(?:hidden-fields|select|switch)|content\/shared\/find-vendors)\.tsx?$/;

export default defineConfig({
  define: { __NAV_LINKS__: JSON.stringify(NAV_LINKS) },
  build: { cssMinify: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'panel', test: PANEL, priority: 3 },
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'routes', test: ROUTES, priority: 1 },
                { name: 'lists', test: LISTS, priority: 1, minShareCount: 2 },
                { name: 'items', test: ITEMS, priority: 1, minShareCount: 2 },
                { name: 'forms', test: FORMS, priority: 1, minShareCount: 2 },
                { name: 'shared', test: SHARED, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  server: { middlewareMode: false },
  // A few icons of thousands: the server loads those alone.
  ssr: { noExternal: ['lucide'] },
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'app/router.tsx',
        routesDirectory: '.',
        virtualRouteConfig: './src/app/routes.ts',
        generatedRouteTree: 'app/route-tree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
        codeSplittingOptions: {
          defaultBehavior: [
            ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
          ],
        },
      },
      server: { entry: 'app/page-server.ts' },
      client: { entry: 'app/page-client.tsx' },
    }),
    react(),
  ],
});
