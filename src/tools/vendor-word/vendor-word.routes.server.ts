import * as z from 'zod';
import { coverage, LEVELS } from '#content/coverage/coverage.collection.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { WORD_STATES } from '#content/shared/vendor-word/vendor-word.tables.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import type { Database } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam, listPart, MAX_ITEMS } from '#platform/http/params.ts';
import { type AnswerParts, mountVendorAnswers } from './answers.routes.server.ts';
import { mountVendorLinks } from './ask.routes.server.ts';
import { VENDOR_WORD } from './limits.ts';
import { decideWord, listWords } from './words.server.ts';

const word = z
  .object({
    id: z.int(),
    vendor: namedItem,
    feature: namedItem.nullable().meta({ description: 'Null: the reply to the profile' }),
    level: z.enum(LEVELS).nullable(),
    text: z.string(),
    documentedAt: z.string().nullable(),
    domain: z.string(),
    email: z.string().nullable().meta({ description: 'Deleted 90 days after the decision' }),
    statedOn: z.string(),
    state: z.enum(WORD_STATES),
    reason: z.string().nullable(),
    decidedBy: z.string().nullable(),
  })
  .meta({ id: 'VendorWord' });

/** The desk's side: what waits, and the decision. */
const mountVendorWordDesk = (api: Api, db: Database) => {
  return [
    endpoint(api, {
      method: 'get',
      id: 'listVendorWords',
      path: '/api/vendor-words',
      tag: VENDOR_WORD,
      summary: 'What vendors have said, by state: those that wait from the oldest on',
      access: 'editor',
      query: z.object({
        state: z.enum(WORD_STATES).default('pending'),
        ...listPart(50, MAX_ITEMS),
      }),
      response: z
        .object({
          total: z.int(),
          counts: z.object({ pending: z.int(), shown: z.int(), refused: z.int() }),
          items: z.array(word),
          evidenceIn: z.string().meta({ description: 'The collection whose tab finds evidence' }),
        })
        .meta({ id: 'VendorWords' }),
      handle: async ({ query }) => ({ ...(await listWords(db, query)), evidenceIn: coverage.name }),
    }),
    endpoint(api, {
      method: 'post',
      id: 'decideVendorWord',
      path: '/api/vendor-words/{id}/decide',
      tag: VENDOR_WORD,
      summary:
        'Show a word as the vendor’s own, or refuse it with a reason; it can be decided anew',
      access: 'publisher',
      params: idParam,
      body: z.strictObject({
        decision: z.enum(['show', 'refuse']),
        reason: z.string().trim().max(300).optional(),
      }),
      response: success,
      failures: { 404: 'No such word' },
      examples: { body: { decision: 'refuse', reason: 'It speaks of another product' } },
      handle: async ({ params: { id }, body: { decision, reason = '' }, viewer }) => {
        if (decision === 'refuse' && reason === '') throw invalid({ reason: 'Say why' });
        const isShown = decision === 'show';
        await decideWord(db, id, { isShown, reason: reason || null, viewer });
      },
    }),
  ];
};

export const mountVendorWord = (
  api: Api,
  app: AppParts,
  { findVendor, ...parts }: AnswerParts & { findVendor: VendorFinder },
) => {
  const { db } = app.connection;
  mountVendorAnswers(api, app, parts);
  return [...mountVendorLinks(api, app, findVendor), ...mountVendorWordDesk(api, db)];
};
