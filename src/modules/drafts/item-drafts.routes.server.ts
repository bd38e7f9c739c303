import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { documentOf } from '#kit/document.ts';
import { success } from '#kit/responses.ts';
import { updateSchema } from '#kit/validators.ts';
import { createPagedTypes, draftBaseQuery, draftSeenQuery } from '#modules/item-calls.server.ts';
import { forgetReview, releaseToReaders } from '#modules/reviews/reviews.server.ts';
import { anyItem } from '#modules/revisions/revisions.routes.server.ts';
import { cancelPublishing } from '#modules/schedule/schedule.server.ts';
import { invalid } from '#platform/errors.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { confirmQuery } from '#platform/http/params.ts';
import { problemsOf } from '#platform/problems.ts';
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

const checkChange = (collection: Collection, body: Record<string, unknown>) => {
  const result = updateSchema(collection).safeParse(body, { reportInput: true });
  if (!result.success) throw invalid(problemsOf(result.error, documentOf(collection).label));
  return result.data;
};

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
      handle: async ({ c, params: { collection: name, id } }) => {
        const { collection } = types.find(name);
        const found = await getDraft(db, { collection, id });
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
      handle: ({ params: { collection: name, id }, query, viewer, version, body }) => {
        const { collection } = types.find(name);
        const target = { collection, id, viewer, version, ...query };
        return saveDraft(db, target, checkChange(collection, body));
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
      handle: async ({ params: { collection: name, id }, viewer, version }) => {
        const { collection } = types.find(name);
        await discardDraft(db, { collection, id, viewer, version }, async (tx) => {
          await forgetReview(tx, { collection, id });
          if (hasRole(viewer, 'publisher')) await cancelPublishing(tx, { collection, id }, viewer);
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
      handle: ({ params: { collection, id }, query, viewer, version }) => {
        const parts = types.find(collection);
        return publishDraft(
          parts,
          { collection: parts.collection, id, viewer, version },
          {
            draftVersion: query.draftVersion,
            isConfirmed: query.confirm,
            release: (tx) => releaseToReaders(tx, { collection: parts.collection, id }, viewer),
          },
        );
      },
    }),
  ];
};
