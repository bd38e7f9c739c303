import { styleGuides } from '#content/style-guides/style-guides.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createAi } from '#modules/ai/ai.server.ts';
import { createJobs } from './jobs/jobs.server.ts';
import { news } from './news.collection.ts';

/** Dependencies of the news desk's jobs. */
export const createDesk = (
  parts: Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>,
) => ({
  settings: parts.settings,
  log: parts.log,
  db: parts.connection.db,
  content: parts.content,
  news: parts.content.partsOf(news),
  guides: parts.content.partsOf(styleGuides),
  jobs: createJobs(parts.connection, parts.log),
  ai: createAi(parts.settings, parts.log),
});

export type Desk = ReturnType<typeof createDesk>;
