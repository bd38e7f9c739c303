import type { Logger } from 'pino';
import type { Connection } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Collection } from './collection.ts';
import type { PartsOf } from './routes.server.ts';

/** The content as modules get it: whatever is registered, each type by its definition. */
export interface ContentSource {
  registry: readonly Collection[];
  partsOf: PartsOf;
  mount(api: Api): void;
}

/** What every call may need of the running application. */
export interface AppParts {
  settings: Settings;
  connection: Connection;
  content: ContentSource;
  log: Logger;
  /** Sign-in, uploads, generators: what is not a content type. */
  mountModules(api: Api, parts: AppParts): void;
  authenticate(request: Request): Promise<Viewer>;
}
