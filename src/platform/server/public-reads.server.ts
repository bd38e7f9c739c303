import { TrieRouter } from 'hono/router/trie-router';
import * as z from 'zod';
import type { Api } from '#platform/http/endpoint.server.ts';

export interface ApiPaths {
  isApi(path: string): boolean;
  /** As the document writes it, such as /api/vendors/{id}. */
  routeOf(path: string): string | undefined;
  /**
   * The query parameters that a read declares, when it responds to every anonymous visitor alike and the page cache may keep it;
   * undefined for all other paths.
   */
  publicParams(path: string): readonly string[] | undefined;
}

const paramsOf = (query: unknown): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

interface Route {
  path: string;
  /** Of a public read alone. */
  params?: readonly string[] | undefined;
}

/** Reads from the API's own description which paths it serves and which of them are public. */
export const describePaths = (api: Api): ApiPaths => {
  // As in the router that serves them, the first of several that have a path is meant.
  const all = new TrieRouter<Route>();
  const reads = new TrieRouter<Route>();
  const find = (routes: TrieRouter<Route>, path: string) => routes.match('GET', path)[0][0]?.[0];
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { path, method, security, request } = definition.route;
    const written = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const isOpen = security?.length === 0 && definition.route['x-cacheable'] === true;
    all.add('GET', written, { path });
    if (method !== 'get') continue;
    reads.add('GET', written, { path, params: isOpen ? paramsOf(request?.query) : undefined });
  }
  return {
    isApi: (path) => path === '/api' || path.startsWith('/api/') || find(all, path) !== undefined,
    routeOf: (path) => find(all, path)?.path,
    publicParams: (path) => find(reads, path)?.params,
  };
};
