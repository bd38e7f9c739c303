import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { documentOf } from '#kit/document.ts';
import { success } from '#kit/responses.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { confirmQuery, idParam, listPart } from '#platform/http/params.ts';
import {
  emptyTrash,
  listRevisions,
  listTrash,
  restoreFromTrash,
  restoreRevision,
} from './revisions.server.ts';

const revision = z
  .object({
    id: z.int(),
    collection: z.string(),
    itemId: z.int(),
    version: z.int(),
    action: z.enum(['update', 'delete']),
    title: z.string(),
    data: z.looseObject({}),
    userId: z.int().nullable(),
    userEmail: z.string().nullable(),
    createdAt: z.iso.datetime(),
    restoredAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Revision' });

export const anyItem = z
  .looseObject({
    id: z.int(),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'AnyItem' });

const TRASH = {
  name: 'Trash',
  description: 'Deleted items, until they are brought back or deleted for good.',
};

const revisionParams = idParam.extend({ revisionId: idParam.shape.id });

const mountHistory = (
  api: Api,
  { connection: { db }, content }: AppParts,
  collection: Collection,
) => {
  const parts = content.partsOf(collection.name);
  const { names, tag } = documentOf(collection);
  const path = `/api/revisions/${collection.name}/{id}` as const;

  return [
    endpoint(api, {
      method: 'get',
      id: `list${names.one}Revisions`,
      path,
      tag,
      summary: 'Earlier versions, newest first',
      access: 'viewer',
      params: idParam,
      response: z.array(revision),
      handle: ({ params }) => listRevisions(db, collection, params.id),
    }),
    endpoint(api, {
      method: 'post',
      id: `restore${names.one}Revision`,
      path: `${path}/{revisionId}/restore`,
      tag,
      summary: 'Make an earlier version the current one',
      access: 'editor',
      params: revisionParams,
      query: confirmQuery,
      response: parts.responses.item,
      isVersioned: true,
      failures: {
        404: 'No such item or version',
        409: 'Its slug is used by another item now, or it asks for a confirmation',
      },
      handle: ({ params, query, viewer, version }) =>
        restoreRevision(db, { ...parts, ...params, version, isConfirmed: query.confirm }, viewer),
    }),
  ];
};

export const mountRevisions = (api: Api, parts: AppParts) => {
  const { registry, partsOf } = parts.content;
  const { db } = parts.connection;
  const find = (name: string) =>
    registry.some((collection) => collection.name === name) ? partsOf(name) : undefined;

  return [
    endpoint(api, {
      tag: TRASH,
      method: 'get',
      id: 'listTrash',
      access: 'viewer',
      path: '/api/trash',
      summary: 'Deleted items, newest first',
      query: z.object(listPart(50, 200)),
      response: z.array(revision),
      headers: z.object({ 'X-Total-Count': z.int() }),
      handle: async ({ c, query }) => {
        const { items, total } = await listTrash(db, query);
        c.header('X-Total-Count', String(total));
        return items;
      },
    }),
    endpoint(api, {
      tag: TRASH,
      method: 'post',
      id: 'restoreFromTrash',
      access: 'editor',
      path: '/api/trash/{id}/restore',
      summary: 'Bring a deleted item back, under another slug where its own is used by now',
      params: idParam,
      query: confirmQuery.extend({ slug: z.string().max(500).optional() }),
      response: anyItem,
      failures: {
        404: 'Not in the trash',
        409: 'Restored already, its slug is used, or it asks for a confirmation',
      },
      handle: ({ params, query, viewer }) =>
        restoreFromTrash(
          find,
          db,
          { revisionId: params.id, slug: query.slug, isConfirmed: query.confirm },
          viewer,
        ),
    }),
    endpoint(api, {
      tag: TRASH,
      method: 'delete',
      id: 'deleteFromTrash',
      access: 'publisher',
      path: '/api/trash/{id}',
      summary: 'Delete one item for good',
      params: idParam,
      response: success,
      failures: { 404: 'Not in the trash' },
      handle: async ({ params, viewer }) => {
        if ((await emptyTrash(db, viewer, params.id)) === 0) throw notFound('Trash entry');
      },
    }),
    endpoint(api, {
      tag: TRASH,
      method: 'delete',
      id: 'emptyTrash',
      access: 'publisher',
      path: '/api/trash',
      summary: 'Empty the trash',
      response: z.object({ deletedCount: z.int() }).meta({ id: 'DeletedCount' }),
      handle: async ({ viewer }) => ({ deletedCount: await emptyTrash(db, viewer) }),
    }),
    ...registry.flatMap((collection) => mountHistory(api, parts, collection)),
  ];
};
