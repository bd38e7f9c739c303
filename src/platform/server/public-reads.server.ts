import type { Api } from '#platform/http/endpoint.server.ts';

/** Calls that answer each visitor for himself, must be asked anew each time, or keep their pictures for ever. */
const NEVER_KEPT = new Set(['Sign-in', 'Health', 'Uploads', 'Social cards']);

export interface ApiPaths {
  /** Answered by the API rather than by a page. */
  isApi(path: string): boolean;
  /** The same for every stranger, so that the page cache may keep it. */
  isPublicRead(path: string): boolean;
}

const toPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}$`,
  );

/** Reads from the API's own description which paths it answers and which of them anybody may read. */
export const describePaths = (api: Api): ApiPaths => {
  const outside: RegExp[] = [];
  const open: RegExp[] = [];
  const closed = new Set<string>();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { path, method, security, tags } = definition.route;
    if (!path.startsWith('/api/')) outside.push(toPattern(path));
    if (method !== 'get') continue;
    const isOpen = security?.length === 0 && !tags?.some((tag) => NEVER_KEPT.has(tag));
    if (isOpen) open.push(toPattern(path));
    else closed.add(path);
  }
  return {
    isApi: (path) =>
      path === '/api' || path.startsWith('/api/') || outside.some((one) => one.test(path)),
    isPublicRead: (path) => !closed.has(path) && open.some((one) => one.test(path)),
  };
};
