import type { Logger } from 'pino';
import type { Connection, Executor } from '#platform/db/database.server.ts';
import type { MakeLimiter } from '#platform/db/limiter.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { RenderPreview } from '#platform/server/preview.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Collection } from './collection.ts';
import type { PartsOf } from './routes.server.ts';

/** The content as modules get it: whatever is registered, each type by its definition. */
export interface ContentSource {
  registry: readonly Collection[];
  partsOf: PartsOf;
  /** Which of these addresses an anonymous visitor would find closed. */
  closedPaths(db: Executor, addresses: readonly string[]): Promise<Set<string>>;
}

/** The running application, as calls need it. */
export interface AppParts {
  settings: Settings;
  connection: Pick<Connection, 'db'>;
  makeLimiter: MakeLimiter;
  content: ContentSource;
  log: Logger;
  authenticate(request: Request): Promise<Viewer>;
  /** Filled in by the server once it has the pages. */
  pages?: {
    render?: RenderPreview;
    /** The Markdown of a public page by its path; undefined where anonymous visitors find none. */
    readTwin?: (path: string) => Promise<string | undefined>;
  };
}
