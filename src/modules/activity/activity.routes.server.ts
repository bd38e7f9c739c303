import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { toCsv } from '#platform/csv.ts';
import { csvFile } from '#platform/http/csv-file.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { activityEntry, activityFilters, activityQuery } from './activity.schema.ts';
import { listActivity } from './activity.server.ts';
import { recordActivity } from './record.server.ts';

const TAG = {
  name: 'Activity',
  description: 'Who did what, when and from where; kept for 400 days.',
};
const MAX_CSV_ROWS = 50_000;
const CSV_PART = 2000;

type Line = Awaited<ReturnType<typeof listActivity>>['rows'][number];

const COLUMNS: Record<string, (line: Line) => string | number | null> = {
  When: ({ at }) => at.toISOString(),
  Who: ({ actorEmail }) => actorEmail,
  What: ({ action }) => action,
  Collection: ({ collection }) => collection,
  Item: ({ itemId }) => itemId,
  Title: ({ title }) => title,
  Version: ({ version }) => version,
  Details: ({ details }) => details && JSON.stringify(details),
  Address: ({ address }) => address,
  Browser: ({ agent }) => agent,
};

const asLine = (line: Line) => Object.values(COLUMNS).map((read) => String(read(line) ?? ''));

export const mountActivity = (api: Api, { connection: { db } }: AppParts) => {
  const listActivityCall = endpoint(api, {
    method: 'get',
    id: 'listActivity',
    path: '/api/activity',
    tag: TAG,
    summary:
      'What happened, newest first; sign-ins, people and addresses are shown to owners alone',
    access: 'viewer',
    query: activityQuery,
    response: z.array(activityEntry),
    headers: z.object({
      Link: z
        .string()
        .optional()
        .meta({ description: 'The next part, `rel="next"`, when there is one' }),
    }),
    handle: async ({ c, viewer, query }) => {
      const { rows, next } = await listActivity(db, viewer, query);
      if (next) {
        const params = new URL(c.req.url).searchParams;
        params.set('before', `${next.at.getTime()}-${next.id}`);
        c.header('Link', `<${c.req.path}?${params}>; rel="next"`);
      }
      return rows;
    },
  });

  endpoint(api, {
    method: 'get',
    id: 'getActivityFile',
    path: '/api/activity.csv',
    tag: TAG,
    summary: `The same as CSV, at most ${MAX_CSV_ROWS} lines; the export is written down too`,
    access: 'owner',
    query: activityFilters,
    mediaType: 'text/csv',
    handle: async ({ c, viewer, query }) => {
      const lines: string[] = [toCsv([Object.keys(COLUMNS)])];
      let before: { at: Date; id: number } | undefined;
      for (let count = 0; count < MAX_CSV_ROWS; count += CSV_PART) {
        const { rows, next } = await listActivity(db, viewer, {
          ...query,
          before,
          limit: CSV_PART,
        });
        lines.push(toCsv(rows.map(asLine)));
        if (!next) break;
        before = next;
      }
      await recordActivity(db, viewer, { action: 'exported', title: 'Activity' });
      return csvFile(c, 'activity', lines.join(''));
    },
  });

  return [listActivityCall];
};
