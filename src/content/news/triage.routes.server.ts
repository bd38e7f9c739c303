import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { NEWS_STATUSES, news } from './news.collection.ts';
import { listSources } from './sources.server.ts';
import { findStories } from './stories.server.ts';

const base = { tag: documentOf(news).tag, method: 'get', access: 'viewer' } as const;
const source = z.array(z.object({ name: z.string(), waiting: z.int() }).meta({ id: 'Source' }));
const told = z.object({
  id: z.int(),
  title: z.string(),
  publisher: z.string().nullable(),
  status: z.enum(NEWS_STATUSES),
});
const story = z.object({ id: z.int(), others: z.array(told) }).meta({ id: 'Story' });
const ids = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,49}$/, 'Up to 50 ids, with commas between them')
  .meta({ example: '12,15' });

/** What a desk is told of many articles at once. */
export const mountTriage = (api: Api, db: Executor) => {
  const listSourcesCall = endpoint(
    api,
    {
      ...base,
      id: 'listSources',
      path: '/api/news/sources',
      summary:
        'Feeds and publishers of articles that are not published, with how many there are of each',
      response: z.object({ feeds: source, publishers: source }).meta({ id: 'Sources' }),
    },
    () => listSources(db),
  );

  const listStoriesCall = endpoint(
    api,
    {
      ...base,
      id: 'listStories',
      path: '/api/news/stories',
      summary: 'Of these articles, those whose story others tell too: by address, title or text',
      query: z.object({ ids }),
      response: z.array(story),
    },
    ({ query }) => findStories(db, query.ids.split(',').map(Number)),
  );

  return [listSourcesCall, listStoriesCall];
};
