import { type LoopbackServer, startLoopback } from './loopback.ts';

export interface ServedPage {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface PageServer extends LoopbackServer {
  /** By path. */
  pages: Map<string, ServedPage>;
  /** The paths that were asked for. */
  asked: string[];
  /** Runs while a page is asked for. */
  onAsk(listen: () => void): void;
}

/** Web pages of somebody else; a path without one is a 404. */
export const startPageServer = async (): Promise<PageServer> => {
  const pages = new Map<string, ServedPage>();
  const asked: string[] = [];
  let listener = () => {};
  const server = await startLoopback((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    listener();
    const page = pages.get(path) ?? { status: 404 };
    response
      .writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers })
      .end(page.body ?? '');
  });
  return {
    ...server,
    pages,
    asked,
    onAsk: (listen) => {
      listener = listen;
    },
  };
};
