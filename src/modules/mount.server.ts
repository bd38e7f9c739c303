import type { AppParts } from '#platform/app.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { mountAuth } from './auth/auth.routes.server.ts';

/** Everything that is not a content type, a line each. */
export const mountModules = (api: Api, parts: AppParts) => {
  mountAuth(api, parts);
};
