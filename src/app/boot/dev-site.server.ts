import type { Server } from 'node:http';
import type { Middleware } from '#platform/server/http-server.server.ts';
import type { Renderer } from '#platform/server/renderer.ts';
import { isRenderer, projectRoot } from './renderer.server.ts';

export interface DevSite {
  renderer: Renderer;
  middleware: Middleware;
  close(): Promise<void>;
}

const SERVER_ENTRY = '/src/app/page-server.ts';

/** Vite inside our own server: pages are read anew at each request, and the browser hears of edits over our port. */
export const openDevSite = async (server: Server): Promise<DevSite> => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectRoot,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  });
  const load = async (): Promise<Renderer> => {
    const module = await vite.ssrLoadModule(SERVER_ENTRY);
    if (!isRenderer(module.default)) throw new Error(`${SERVER_ENTRY} exports no renderer`);
    return module.default;
  };
  return {
    renderer: {
      async fetch(request, options) {
        try {
          const renderer = await load();
          return await renderer.fetch(request, options);
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          throw error;
        }
      },
    },
    middleware: (req, res, next) => vite.middlewares(req, res, next),
    close: () => vite.close(),
  };
};
