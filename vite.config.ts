import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  build: { cssMinify: true, assetsInlineLimit: 0 },
  server: { middlewareMode: false },
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
      },
      server: { entry: 'entries/page-server.ts' },
      client: { entry: 'entries/page-client.tsx' },
    }),
    react(),
  ],
});
