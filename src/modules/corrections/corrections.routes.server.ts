import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf, networkOf } from '#modules/auth/client-address.server.ts';
import { createLimit } from '#modules/auth/limit.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { queueCorrectionReceived } from '#modules/webhooks/queue-webhooks.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam, listPart } from '#platform/http/params.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import { rowId } from '#platform/text-rules.ts';
import { noteChange, transact } from '#platform/version/transact.server.ts';
import {
  CORRECTION_STATES,
  CORRECTIONS,
  type CorrectionState,
  correction,
  decisionBody,
  decisionsBody,
  ledger,
  MOST_AT_ONCE,
  type NewCorrection,
  newCorrection,
  PUBLIC_STATES,
  received,
} from './corrections.schema.ts';
import { corrections } from './corrections.table.server.ts';
import { createDecider, type FindPart, toResponse } from './decide.server.ts';
import { mountCorrectionForm } from './form.routes.server.ts';

/** An office may share a network. */
const PER_NETWORK = { name: 'correction-network', points: 10, seconds: 3600 };
/** As many as a desk can read. */
const PER_DAY = { name: 'correction-day', points: 300, seconds: 86_400 };
/** More than a desk can read: further ones are asked to come later. */
const MOST_OPEN = 2000;

const PART = /^[\w-]{1,100}$/;
const NO_PAGE = 'There is no such page on this site';
const FULL = 'The desk has more corrections than it can read just now. Please try again next week.';

/** The path and the part of an address of ours, in whatever spelling. */
const readAbout = (address: string, siteUrl: string) => {
  const own = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  const [place = '', part = ''] = own.split('#');
  return {
    path: normalPath(place.split('?')[0] ?? ''),
    part: PART.test(part) ? part : null,
  };
};

/** The first line of a page's Markdown, without the escapes that Markdown needs. */
const titleOf = (markdown: string) =>
  (/^# (.*)$/m.exec(markdown)?.[1] ?? '').replace(/\\([^\w\s])/g, '$1').slice(0, 300);

/** Takes what a reader says of a page that anonymous visitors can read. */
const createReceiver = ({ connection: { db }, makeLimiter, settings, pages }: AppParts) => {
  const ofNetwork = createLimit(makeLimiter, PER_NETWORK);
  const ofDay = createLimit(makeLimiter, PER_DAY);
  return async (address: string, { path: about, ...sent }: NewCorrection) => {
    // When the day is full, no network is counted any more.
    await ofDay.check('everybody');
    await ofNetwork.count(networkOf(address));
    await ofDay.count('everybody');
    const { path, part } = readAbout(about, settings.SITE_URL);
    const page = path === null ? undefined : await pages?.readTwin?.(path);
    if (path === null || page === undefined) throw invalid({ path: NO_PAGE });
    await transact(db, async (tx) => {
      if ((await tx.$count(corrections, eq(corrections.state, 'open'))) >= MOST_OPEN) {
        throw new AppError('unavailable', FULL);
      }
      await tx.insert(corrections).values({ ...sent, path, part, title: titleOf(page) });
      await queueCorrectionReceived(tx, path);
      noteChange(tx);
    });
  };
};

const DAY_MS = 86_400_000;
const { id, path, title, reason, mergedInto, state, receivedAt, decidedAt } = corrections;

const isTold = inArray(state, ['changed', 'refused', 'merged']);

const countOf = (name: CorrectionState) =>
  sql<number>`count(*) filter (where ${eq(state, name)})::int`;

type Decision = (typeof PUBLIC_STATES)[keyof typeof PUBLIC_STATES];

const NOTHING = { received: 0, accepted: 0, refused: 0, merged: 0, medianDays: null };

/** Each report, its outcome and how long it took: in our own words, and without the reporter. */
const readLedger = async (
  { connection: { db }, content }: Pick<AppParts, 'connection' | 'content'>,
  { limit, offset }: { limit: number; offset: number },
) => {
  const rows = await db
    .select({ id, path, title, reason, mergedInto, state, receivedAt, decidedAt })
    .from(corrections)
    .where(isTold)
    .orderBy(desc(decidedAt), desc(id))
    .limit(limit)
    .offset(offset);
  const [counts = NOTHING] = await db
    .select({
      received: sql<number>`count(*) filter (where ${state} <> 'spam')::int`,
      accepted: countOf('changed'),
      refused: countOf('refused'),
      merged: countOf('merged'),
      medianDays: sql<number | null>`round((percentile_cont(0.5) within group (
        order by extract(epoch from ${decidedAt} - ${receivedAt}) / 86400)
        filter (where ${isTold} and ${decidedAt} > now() - interval '90 days'))::numeric, 1)::float8`,
    })
    .from(corrections);
  const closed = await content.closedPaths(db, [...new Set(rows.map((row) => row.path))]);
  return {
    ...counts,
    total: counts.accepted + counts.refused + counts.merged,
    items: rows.flatMap((row) => {
      const inPublic: Partial<Record<CorrectionState, Decision>> = PUBLIC_STATES;
      const decision = inPublic[row.state];
      if (!decision || !row.decidedAt) return [];
      const { id, reason, mergedInto, receivedAt, decidedAt } = row;
      const took = Date.parse(decidedAt) - Date.parse(receivedAt);
      const receivedOn = receivedAt.slice(0, 10);
      const decidedOn = decidedAt.slice(0, 10);
      const page = closed.has(row.path) ? null : { path: row.path, title: row.title };
      const days = Math.floor(took / DAY_MS);
      return [{ id, page, decision, reason, mergedInto, receivedOn, decidedOn, days }];
    }),
  };
};

/** Two thousand characters of any script, as JSON may escape them. */
const MAX_BODY = 16_384;

const EXAMPLE = {
  path: '/about',
  text: 'The address of the office has changed.',
  url: 'https://example.org/about',
};

const mountDesk = (api: Api, parts: AppParts, findPart: FindPart) => {
  const { db } = parts.connection;
  const base = { tag: CORRECTIONS, access: 'editor' } as const;
  const decide = createDecider(parts, findPart);

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listCorrections',
      path: '/api/corrections',
      summary: 'What readers reported, by state: open ones oldest first, decided ones newest first',
      query: z.object({
        ...listPart(),
        state: z.enum(CORRECTION_STATES).optional(),
        id: z.coerce.number().pipe(rowId).optional().meta({ description: 'This one alone' }),
      }),
      response: z
        .object({
          items: z.array(correction),
          total: z.int(),
          counts: z.record(z.enum(CORRECTION_STATES), z.int()),
        })
        .meta({ id: 'Corrections' }),
      handle: async ({ query: { state, id, limit, offset } }) => {
        const isAsked = and(
          state ? eq(corrections.state, state) : undefined,
          id ? eq(corrections.id, id) : undefined,
        );
        const order = state === 'open' ? asc(corrections.receivedAt) : desc(corrections.receivedAt);
        const items = await db
          .select()
          .from(corrections)
          .where(isAsked)
          .orderBy(order, desc(corrections.id))
          .limit(limit)
          .offset(offset);
        const counted = await db
          .select({ state: corrections.state, count: sql<number>`count(*)::int` })
          .from(corrections)
          .groupBy(corrections.state);
        const counts = { open: 0, accepted: 0, changed: 0, refused: 0, merged: 0, spam: 0 };
        for (const one of counted) counts[one.state] = one.count;
        return {
          items: items.map(toResponse),
          total: await db.$count(corrections, isAsked),
          counts,
        };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'decideCorrection',
      path: '/api/corrections/{id}/decide',
      summary:
        'Accept (begins a draft of the item; public once its edit is live), say that the page has changed, reopen, refuse with a public reason, or mark as spam; answers by mail where asked for',
      params: idParam,
      body: decisionBody,
      response: correction,
      examples: { body: { decision: 'refuse', reason: 'The page still says what we say.' } },
      failures: { 404: 'No such correction', 409: 'Decided already' },
      handle: async ({ viewer, params: { id }, body }) => {
        const [decided] = await decide(viewer, [id], body);
        if (!decided) throw new AppError('conflict', 'This correction was decided already');
        return decided;
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'decideCorrections',
      path: '/api/corrections/decide',
      summary: `The same decision about at most ${MOST_AT_ONCE} corrections; those that were decided meanwhile stay as they are`,
      body: decisionsBody,
      response: z.array(correction),
      examples: { body: { ids: [1, 2], decision: 'spam' } },
      failures: { 404: 'No such correction' },
      handle: ({ viewer, body: { ids, ...body } }) => decide(viewer, [...new Set(ids)], body),
    }),
  ];
};

/** Anybody may report; the desk decides; the ledger tells of it. */
export const mountCorrections = (api: Api, parts: AppParts, findPart: FindPart) => {
  const receive = createReceiver(parts);

  const sendCorrectionCall = endpoint(api, {
    method: 'post',
    id: 'sendCorrection',
    path: '/api/corrections',
    tag: CORRECTIONS,
    summary: 'Say what is wrong on a public page; nothing of it is public',
    access: 'public',
    maxBody: MAX_BODY,
    maxAnonymousBody: MAX_BODY,
    body: newCorrection,
    response: received,
    status: 202,
    examples: { body: EXAMPLE },
    failures: TOO_MANY,
    handle: async ({ c, body }) => {
      await receive(addressOf(c, parts.settings.TRUST_PROXY), body);
      return { received: true } as const;
    },
  });

  const getLedgerCall = endpoint(api, {
    method: 'get',
    id: 'getCorrectionLedger',
    path: '/api/corrections/ledger',
    tag: CORRECTIONS,
    summary: 'What was decided about corrections and why, the newest first',
    access: 'public',
    query: z.object(listPart()),
    response: ledger,
    handle: ({ query }) => readLedger(parts, query),
  });

  mountCorrectionForm(api, parts, receive);
  return [sendCorrectionCall, getLedgerCall, ...mountDesk(api, parts, findPart)];
};
