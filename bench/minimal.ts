import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { createBuilder, type Plugin } from 'vite';
import { ROOT } from './product.ts';

/** The generator writes types below the tree even where it is told to write none. */
const dropTypes: Plugin = {
  name: 'drop-types',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('route-tree.gen.js') ? (code.split('\nimport type')[0] ?? code) : undefined,
};

/** Builds the smallest page that the same framework can render, and answers where its server lies. */
export const buildMinimal = async (outDir: string): Promise<string> => {
  // React picks its fast build by this variable, as the product's own build does.
  process.env.NODE_ENV = 'production';
  mkdirSync(join(ROOT, 'bench/results'), { recursive: true });
  const builder = await createBuilder({
    root: join(ROOT, 'bench'),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    environments: {
      client: { build: { outDir: join(outDir, 'client'), emptyOutDir: true } },
      ssr: { build: { outDir: join(outDir, 'server'), emptyOutDir: true } },
    },
    plugins: [
      dropTypes,
      tanstackStart({
        srcDirectory: 'minimal',
        router: {
          entry: 'router.jsx',
          routesDirectory: '.',
          virtualRouteConfig: './minimal/routes.js',
          generatedRouteTree: '../results/route-tree.gen.js',
          disableTypes: true,
          quoteStyle: 'single',
          semicolons: true,
        },
        server: { entry: 'server.js' },
      }),
      react(),
    ],
  });
  await builder.buildApp();
  return join(outDir, 'server/server.js');
};
