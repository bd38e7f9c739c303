import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { documentOf } from '#kit/document.ts';
import { success } from '#kit/responses.ts';
import { updateSchema } from '#kit/validators.ts';
import { reopenCorrections } from '#modules/corrections/answer.server.ts';
import { createPagedTypes, draftBaseQuery, draftSeenQuery } from '#modules/item-calls.server.ts';
import { keyOf, placeOf } from '#modules/place.server.ts';
import { anyItem } from '#modules/revisions/revisions.routes.server.ts';
import { cancelPublishing } from '#modules/schedule/schedule.server.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { confirmQuery } from '#platform/http/params.ts';
import { parseAs } from '#platform/problems.ts';
import { hasRole } from '#platform/roles.ts';
import { rowId, wholeNumber } from '#platform/text-rules.ts';
import {
  discardDraft,
  getDraft,
  listDrafts,
  publishDraft,
  saveDraft,
} from './item-drafts.server.ts';
import { MAX_DRAFTS_AT_ONCE, publishDrafts } from './publish-drafts.server.ts';

export const DRAFTS = {
  name: 'Drafts',
  description: 'What an item is to become, while readers see it as it is.',
};

const waiting = z
  .object({
    id: z.int(),
    collection: z.string(),
    itemId: z.int(),
    version: z.int().meta({
      description:
        'Counts its saves; 0 for an item that never was public and is only marked as ready',
    }),
    baseVersion: z.int(),
    title: z.string(),
    savedBy: z.string().nullable(),
    readyAt: z.iso.datetime().nullable().meta({ description: 'Since when it is ready to publish' }),
    readyBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'WaitingDraft', description: 'A draft over an item, without its texts' });

const draft = waiting
  .extend({ fields: z.looseObject({}) })
  .meta({ id: 'ItemDraft', description: 'What an item is to become when it is published' });

const change = z
  .looseObject({})
  .meta({ id: 'ItemChange', description: 'Fields of the item, by the rules of its collection' });

const selection = z
  .strictObject({
    drafts: z
      .array(
        z.strictObject({
          collection: z.string().max(100),
          id: rowId,
          version: rowId.meta({ description: 'The version of the item that was seen' }),
          draftVersion: wholeNumber
            .min(0)
            .optional()
            .meta({ description: 'The save of the draft that was seen, 0 for none' }),
        }),
      )
      .min(1)
      .max(MAX_DRAFTS_AT_ONCE),
  })
  .meta({ id: 'DraftsToPublish', description: 'Items whose drafts go live together' });

const NO_DRAFT = 'Not there, or no draft waits';

export const mountDrafts = (
  api: Api,
  { connection: { db }, content: { registry, partsOf } }: AppParts,
) => {
  const types = createPagedTypes(registry, partsOf);
  const path = '/api/{collection}/{id}/draft';
  const base = { tag: DRAFTS, params: types.params, path } as const;

  return [
    endpoint(api, {
      method: 'get',
      id: 'listDrafts',
      path: '/api/drafts',
      tag: DRAFTS,
      summary:
        'Drafts that wait over items, and items that are marked as ready; the last saved first',
      access: 'viewer',
      response: z.array(waiting),
      handle: () => listDrafts(db),
    }),
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'getDraft',
      summary: 'What an item is to become, while its page stays as it is',
      access: 'viewer',
      response: draft,
      headers: z.object({ ETag: z.string() }),
      failures: { 404: NO_DRAFT },
      handle: async ({ c, params }) => {
        const found = await getDraft(db, types.at(params));
        c.header('ETag', `"v${found.version}"`);
        return found;
      },
    }),
    endpoint(api, {
      ...base,
      method: 'put',
      id: 'saveDraft',
      summary: 'Keep a change of an item without changing its page; what is omitted stays',
      access: 'editor',
      query: draftBaseQuery.extend(draftSeenQuery.shape),
      body: change,
      response: draft,
      isVersioned: true,
      failures: { 404: FAILURES[404] },
      handle: ({ params, query, viewer, version, body }) => {
        const at = types.at(params);
        const { label } = documentOf(at.collection);
        const fields = parseAs(updateSchema(at.collection), body, label);
        return saveDraft(db, { ...at, viewer, version, ...query }, fields);
      },
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'discardDraft',
      summary:
        "Throw a draft away; the page stays as it is. With a publisher's discard its schedule ends, too",
      access: 'editor',
      response: success,
      isVersioned: true,
      failures: { 404: NO_DRAFT },
      handle: ({ params, viewer, version }) => {
        const at = types.at(params);
        return discardDraft(db, { ...at, viewer, version }, async (tx) => {
          await reopenCorrections(tx, placeOf(at));
          if (hasRole(viewer, 'publisher')) await cancelPublishing(tx, at, viewer);
        });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      path: `${path}/publish`,
      id: 'publishDraft',
      summary: "Make a draft what readers see; If-Match names the item's version",
      access: 'publisher',
      query: confirmQuery.extend(draftSeenQuery.shape),
      response: anyItem,
      isVersioned: true,
      failures: { 404: NO_DRAFT, 409: FAILURES[409] },
      handle: ({ params, query: { draftVersion, confirm }, viewer, version }) => {
        const at = types.at(params);
        return publishDraft(db, { ...at, viewer, version, draftVersion }, confirm);
      },
    }),
    endpoint(api, {
      method: 'post',
      path: '/api/drafts/publish',
      id: 'publishDrafts',
      tag: DRAFTS,
      summary: `Publish at most ${MAX_DRAFTS_AT_ONCE} drafts in one transaction, all or none, in the order in which they are given`,
      access: 'publisher',
      query: confirmQuery,
      body: selection,
      response: success,
      failures: {
        404: 'No such content type',
        409: 'Nothing was published: the response names each item that was refused',
      },
      handle: ({ query, body, viewer }) => {
        const once = new Map(body.drafts.map((one) => [keyOf({ ...one, itemId: one.id }), one]));
        const publisher = { viewer, isConfirmed: query.confirm };
        return publishDrafts(db, types.find, [...once.values()], publisher);
      },
    }),
  ];
};
