import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { documentOf } from '#kit/document.ts';
import { success } from '#kit/responses.ts';
import { updateSchema } from '#kit/validators.ts';
import { createPagedTypes, draftBaseQuery, draftSeenQuery } from '#modules/item-calls.server.ts';
import { forgetReview, releaseToReaders } from '#modules/reviews/reviews.server.ts';
import { anyItem } from '#modules/revisions/revisions.routes.server.ts';
import { cancelPublishing } from '#modules/schedule/schedule.server.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { confirmQuery } from '#platform/http/params.ts';
import { parseAs } from '#platform/problems.ts';
import { hasRole } from '#platform/roles.ts';
import {
  discardDraft,
  getDraft,
  listDrafts,
  publishDraft,
  saveDraft,
} from './item-drafts.server.ts';

const DRAFTS = {
  name: 'Drafts',
  description: 'What an item is to become, while readers see it as it is.',
};

const waiting = z
  .object({
    id: z.int(),
    collection: z.string(),
    itemId: z.int(),
    version: z.int(),
    baseVersion: z.int(),
    title: z.string(),
    savedBy: z.string().nullable(),
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
      summary: 'Drafts that wait over items, the last saved first',
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
          await forgetReview(tx, at);
          if (hasRole(viewer, 'publisher')) await cancelPublishing(tx, at, viewer);
        });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      path: `${path}/publish`,
      id: 'publishDraft',
      summary:
        "Make a draft what readers see; If-Match names the item's version. An editor needs an approval",
      access: 'editor',
      query: confirmQuery.extend(draftSeenQuery.shape),
      response: anyItem,
      isVersioned: true,
      failures: { 404: NO_DRAFT, 409: FAILURES[409] },
      handle: ({ params, query: { draftVersion, confirm }, viewer, version }) => {
        const at = types.at(params);
        return publishDraft({ ...at, viewer, version, draftVersion }, confirm, (tx) =>
          releaseToReaders(tx, at, viewer),
        );
      },
    }),
  ];
};
