import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint, WRITE_FAILURES } from '#platform/http/endpoint.server.ts';
import { idParam, versionOf } from '#platform/http/list-query.ts';
import {
  emptyTrash,
  listRevisions,
  listTrash,
  restoreFromTrash,
  restoreRevision,
} from './revisions.server.ts';

interface Options {
  db: Database;
  registry: readonly Collection[];
  partsOf(name: string): CollectionParts;
}

const revision = z
  .looseObject({
    id: z.int(),
    collection: z.string(),
    itemId: z.int(),
    version: z.int(),
    action: z.enum(['update', 'delete']),
    title: z.string(),
    data: z.looseObject({}),
    userEmail: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Revision' });

const page = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).default(0),
});

const revisionParams = idParam.extend({ revisionId: idParam.shape.id });

const mountHistory = (api: Api, { db, partsOf }: Options, collection: Collection) => {
  const { writer } = partsOf(collection.name);
  const tag = collection.label.many;

  endpoint(
    api,
    {
      method: 'get',
      path: `/api/${collection.name}/{id}/revisions`,
      tag,
      summary: 'Earlier versions, newest first',
      access: 'session',
      params: idParam,
      answer: z.array(revision),
    },
    ({ params }) => listRevisions(db, collection, params.id),
  );

  endpoint(
    api,
    {
      method: 'post',
      path: `/api/${collection.name}/{id}/revisions/{revisionId}/restore`,
      tag,
      summary: 'Make an earlier version the current one',
      access: 'session',
      params: revisionParams,
      answer: z.looseObject({}),
      failures: {
        404: 'No such item or version',
        409: 'Its slug is used by another item now',
        412: WRITE_FAILURES[412],
      },
    },
    ({ c, params, viewer }) =>
      restoreRevision(
        db,
        {
          collection,
          writer,
          itemId: params.id,
          revisionId: params.revisionId,
          version: versionOf(c.req.header('if-match')),
        },
        viewer,
      ),
  );
};

export const mountRevisions = (api: Api, options: Options) => {
  const { db, registry, partsOf } = options;
  const find = (name: string) =>
    registry.some((collection) => collection.name === name) ? partsOf(name) : undefined;
  const base = { tag: 'Trash', access: 'session' } as const;

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: '/api/trash',
      summary: 'Deleted items, newest first',
      query: page,
      answer: z.array(revision),
    },
    async ({ c, query }) => {
      const { items, total } = await listTrash(db, query);
      c.header('X-Total-Count', String(total));
      return items;
    },
  );

  endpoint(
    api,
    {
      ...base,
      method: 'post',
      path: '/api/trash/{id}/restore',
      summary: 'Bring a deleted item back',
      params: idParam,
      answer: z.looseObject({}),
      failures: { 404: 'Not in the trash', 409: 'Restored already, or its slug is used' },
    },
    ({ params, viewer }) => restoreFromTrash(find, db, params.id, viewer),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'delete',
      path: '/api/trash/{id}',
      summary: 'Delete one item for good',
      params: idParam,
      answer: z.object({ success: z.literal(true) }),
      failures: { 404: 'Not in the trash' },
    },
    async ({ params }) => {
      if ((await emptyTrash(db, params.id)) === 0) throw notFound('Trash entry');
      return { success: true };
    },
  );

  endpoint(
    api,
    {
      ...base,
      method: 'delete',
      path: '/api/trash',
      summary: 'Empty the trash',
      answer: z.object({ deletedCount: z.int() }),
    },
    async () => ({ deletedCount: await emptyTrash(db) }),
  );

  for (const collection of registry) mountHistory(api, options, collection);
};
