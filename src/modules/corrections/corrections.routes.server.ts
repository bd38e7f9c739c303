import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { siteSettings } from '#platform/env.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { rowId } from '#platform/text-rules.ts';
import {
  CORRECTION_STATES,
  CORRECTIONS,
  correction,
  decided,
  decisionBody,
  ledger,
  newCorrection,
  received,
  TOLD_STATES,
} from './corrections.schema.ts';
import { corrections } from './corrections.table.server.ts';
import { createDecider, type FindPart, markAnswered, writeAnswer } from './decide.server.ts';
import { mountCorrectionForm } from './form.routes.server.ts';
import { createReceiver, type ReadPage } from './receive.server.ts';

const DAY_MS = 86_400_000;
const { id, path, title, reason, mergedInto, state, receivedAt, decidedAt } = corrections;

const isTold = inArray(state, [...TOLD_STATES]);

const countOf = (name: (typeof TOLD_STATES)[number]) =>
  sql<number>`count(*) filter (where ${eq(state, name)})::int`;

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
  const [counts] = await db
    .select({
      received: sql<number>`count(*) filter (where ${state} <> 'spam')::int`,
      accepted: countOf('accepted'),
      refused: countOf('refused'),
      merged: countOf('merged'),
      medianDays: sql<number | null>`round((percentile_cont(0.5) within group (
        order by extract(epoch from ${decidedAt} - ${receivedAt}) / 86400)
        filter (where ${isTold} and ${decidedAt} > now() - interval '90 days'))::numeric, 1)::float8`,
    })
    .from(corrections);
  const { received = 0, accepted = 0, refused = 0, merged = 0, medianDays = null } = counts ?? {};
  const closed = await content.closedPaths(db, [...new Set(rows.map((row) => row.path))]);
  return {
    received,
    accepted,
    refused,
    merged,
    medianDays,
    total: accepted + refused + merged,
    items: rows.flatMap((row) => {
      const decision = TOLD_STATES.find((one) => one === row.state);
      if (!decision || !row.decidedAt) return [];
      const took = Date.parse(row.decidedAt) - Date.parse(row.receivedAt);
      return [
        {
          id: row.id,
          page: closed.has(row.path) ? null : { path: row.path, title: row.title },
          decision,
          reason: row.reason,
          mergedInto: row.mergedInto,
          receivedOn: row.receivedAt.slice(0, 10),
          decidedOn: row.decidedAt.slice(0, 10),
          days: Math.floor(took / DAY_MS),
        },
      ];
    }),
  };
};

/** Two thousand characters of any script, as JSON may escape them. */
const MAX_BODY = 16_384;

const part = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};

const EXAMPLE = {
  path: '/about',
  text: 'The address of the office has changed.',
  url: 'https://example.org/about',
};

const mountDesk = (api: Api, parts: AppParts, findPart: FindPart) => {
  const {
    connection: { db },
    settings,
    log,
  } = parts;
  const base = { tag: CORRECTIONS, access: 'editor' } as const;
  const decide = createDecider(parts, findPart);
  const sendMail = createMailer(settings, log);

  const listCorrectionsCall = endpoint(api, {
    ...base,
    method: 'get',
    id: 'listCorrections',
    path: '/api/corrections',
    summary: 'What readers reported, by state: open ones oldest first, decided ones newest first',
    query: z.object({
      ...part,
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
      const counts = { open: 0, accepted: 0, refused: 0, merged: 0, spam: 0 };
      for (const one of counted) counts[one.state] = one.count;
      return { items, total: await db.$count(corrections, isAsked), counts };
    },
  });

  const decideCorrectionCall = endpoint(api, {
    ...base,
    method: 'post',
    id: 'decideCorrection',
    path: '/api/corrections/{id}/decide',
    summary:
      'Accept (begins a draft of the item), refuse with a public reason, merge into another, or mark as spam; answers by mail where asked for',
    params: idParam,
    body: decisionBody,
    response: decided,
    examples: { body: { decision: 'refuse', reason: 'The page still says what we say.' } },
    failures: { 404: 'No such correction', 409: 'Decided already' },
    handle: async ({ viewer, params: { id }, body }) => {
      const { after, item } = await decide(viewer, id, body);
      const letter = writeAnswer(after, siteSettings(settings));
      const isAnswered = letter !== null && (await sendMail(letter));
      if (isAnswered) await markAnswered(db, id);
      return { ...after, isAnswered, item };
    },
  });

  return [listCorrectionsCall, decideCorrectionCall];
};

interface Needed {
  /** The Markdown of a public page; nothing where anonymous visitors find none. */
  readPage: ReadPage;
  findPart: FindPart;
}

/** Anybody may report; the desk decides; the ledger tells of it. */
export const mountCorrections = (api: Api, parts: AppParts, { readPage, findPart }: Needed) => {
  const receive = createReceiver(parts, readPage);

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
    query: z.object(part),
    response: ledger,
    handle: ({ query }) => readLedger(parts, query),
  });

  mountCorrectionForm(api, parts, receive);
  return [sendCorrectionCall, getLedgerCall, ...mountDesk(api, parts, findPart)];
};
