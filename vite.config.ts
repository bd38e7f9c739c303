import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { NAV_LINKS } from './src/app/chrome/nav-links.ts';

/** Stays the same from release to release, so that browsers keep it. */
const FRAMEWORK = /node_modules\/(?:@tanstack|react|react-dom|scheduler)\//;

export default defineConfig({
  define: { __NAV_LINKS__: JSON.stringify(NAV_LINKS) },
  build: { cssMinify: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // The entry's needs come as two files instead of eighty; all else is the router's and the bundler's to split.
              groups: [
                { name: 'framework', test: FRAMEWORK, tags: ['$initial'], priority: 1 },
                { name: 'app', tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
  },
  server: { middlewareMode: false },
  // The build carries what pages are made with, so that a server that runs it needs none of it installed.
  ssr: { noExternal: true, external: ['zod'] },
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
