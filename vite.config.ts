import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Without groups a page would come as forty files of a few hundred bytes each. */
const FRAMEWORK = /node_modules\/(?:@tanstack|react|react-dom|scheduler|use-sync-external-store)\//;
/** The addresses, loaders and heads of all pages; what a page shows comes with the page. */
const ROUTES = /\.page\.tsx(?:\?tsr-shared.*)?$|src\/content\/[^/]+\/site\/[\w-]+\.ts$/;
/** What most public pages use, and nothing that brings the panel's schemas along. */
const SHARED =
  /src\/(?:ui|site)\/(?!toast|media|tabs|home|slug)|content\/shared\/(?:excerpt|format-date)|platform\/api-error|lucide/;

export default defineConfig({
  build: { cssMinify: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'routes', test: ROUTES, priority: 1 },
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
        entry: 'site/router.tsx',
        routesDirectory: '.',
        virtualRouteConfig: './src/site/routes.ts',
        generatedRouteTree: 'site/route-tree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
        codeSplittingOptions: {
          defaultBehavior: [
            ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
          ],
        },
      },
      server: { entry: 'entries/page-server.ts' },
      client: { entry: 'entries/page-client.tsx' },
    }),
    react(),
  ],
});
