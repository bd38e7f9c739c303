import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { proveOther } from '#modules/quotes/negations.ts';
import { QUOTE_STATES } from '#modules/quotes/quotes.table.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { rowId } from '#platform/text-rules.ts';
import {
  decideQuote,
  findQuoteById,
  markChecked,
  markVerified,
  quoteDecision,
  verified,
} from './decide-quote.server.ts';
import { createQueue, queueQuery, upkeepResponse } from './queue.server.ts';

/** As many as one page of the list has. */
const MAX_CELLS = 100;

/** Stale, missing or broken content. */
export const mountUpkeep = (api: Api, parts: Pick<AppParts, 'connection' | 'content'>) => {
  const readQueue = createQueue(parts.connection.db, parts.content);

  const getUpkeepCall = endpoint(api, {
    method: 'get',
    id: 'getUpkeep',
    path: '/api/upkeep',
    tag: PANEL,
    summary: 'What to check next, and how much of each kind: what is read most and is oldest first',
    access: 'viewer',
    query: queueQuery,
    response: upkeepResponse,
    handle: ({ query }) => readQueue(query),
  });

  const verifyFactCall = endpoint(api, {
    method: 'post',
    id: 'verifyFact',
    path: '/api/upkeep/verified',
    tag: PANEL,
    summary: 'One fact was looked at today and holds',
    access: 'editor',
    body: verified,
    response: success,
    failures: { 404: 'Not there', 409: 'The sources have changed', 412: 'Changed meanwhile' },
    handle: ({ body, viewer }) => markVerified(parts, viewer, body),
  });

  const checkCellsCall = endpoint(api, {
    method: 'post',
    id: 'checkCells',
    path: '/api/upkeep/checked',
    tag: PANEL,
    summary: 'Cells of evidence that were looked at today and hold; those refused are named',
    access: 'editor',
    body: z.strictObject({
      items: z
        .array(z.object({ id: rowId, version: z.int() }))
        .min(1)
        .max(MAX_CELLS),
    }),
    response: z
      .object({
        checked: z.int(),
        refused: z.array(z.object({ id: z.int(), title: z.string(), reason: z.string() })),
      })
      .meta({ id: 'CheckedCells' }),
    handle: ({ body, viewer }) => markChecked(parts, viewer, body.items),
  });

  return [getUpkeepCall, verifyFactCall, checkCellsCall];
};

const watchedQuote = z
  .object({
    quote: z.string(),
    url: z.string(),
    state: z.enum(QUOTE_STATES),
    since: z.iso.datetime(),
    reason: z.string().nullable(),
    candidate: z.string().nullable().meta({ description: 'What the page says there now' }),
    isOther: z.boolean().meta({ description: 'The candidate denies more or has other figures' }),
    movedTo: z.string().nullable(),
    before: z.string().nullable().meta({ description: 'The text of the page with the quote' }),
    after: z.string().nullable().meta({ description: 'Its text without it' }),
  })
  .meta({ id: 'WatchedQuote' });

/** The findings of the watch on a quote, for those who decide. */
export const mountWatchedQuotes = (api: Api, parts: Pick<AppParts, 'connection' | 'content'>) => {
  const { db } = parts.connection;

  const getQuoteCall = endpoint(api, {
    method: 'get',
    id: 'getQuote',
    path: '/api/quotes/{id}',
    tag: PANEL,
    summary: 'One quote, and the texts of its page with and without it',
    access: 'viewer',
    params: idParam,
    response: watchedQuote,
    failures: { 404: 'Not there' },
    handle: async ({ params: { id } }) => {
      const found = await findQuoteById(db, id);
      const { quote, url, state, since, reason, candidate, movedTo } = found;
      const isOther = candidate !== null && proveOther(quote, candidate);
      const texts = { before: found.snapshot, after: found.newText };
      return { quote, url, state, since, reason, candidate, isOther, movedTo, ...texts };
    },
  });

  const decideQuoteCall = endpoint(api, {
    method: 'post',
    id: 'decideQuote',
    path: '/api/quotes/{id}/decide',
    tag: PANEL,
    summary: 'Give a quote other words or another page, which is read at once, or take it away',
    access: 'editor',
    params: idParam,
    body: quoteDecision,
    response: success,
    failures: { 404: 'Not there', 409: 'The sources have changed', 412: 'Changed meanwhile' },
    handle: ({ params: { id }, body, viewer }) => decideQuote(parts, viewer, { id, ...body }),
  });
  return [getQuoteCall, decideQuoteCall];
};
