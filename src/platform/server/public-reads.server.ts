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

const toPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}$`,
  );

const paramsOf = (query: unknown): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

/** Reads from the API's own description which paths it serves and which of them are public. */
export const describePaths = (api: Api): ApiPaths => {
  const outside: RegExp[] = [];
  const routes = new Map<string, RegExp>();
  const open: { pattern: RegExp; params: readonly string[] }[] = [];
  const closed = new Set<string>();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { path, method, security, request } = definition.route;
    routes.set(path, toPattern(path));
    if (!path.startsWith('/api/')) outside.push(toPattern(path));
    if (method !== 'get') continue;
    const isOpen = security?.length === 0 && definition.route['x-cacheable'] !== false;
    if (isOpen) open.push({ pattern: toPattern(path), params: paramsOf(request?.query) });
    else closed.add(path);
  }
  return {
    isApi: (path) =>
      path === '/api' || path.startsWith('/api/') || outside.some((one) => one.test(path)),
    routeOf: (path) =>
      routes.has(path) ? path : routes.entries().find(([, pattern]) => pattern.test(path))?.[0],
    // The router, too, takes the first call that was added.
    publicParams: (path) =>
      closed.has(path) ? undefined : open.find(({ pattern }) => pattern.test(path))?.params,
  };
};
