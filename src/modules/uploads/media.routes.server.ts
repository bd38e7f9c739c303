import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { AppError, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { UPLOAD_NAME } from '#platform/upload-size.ts';
import { transact } from '#platform/version/transact.server.ts';
import { uploadCacheFolder } from './upload-cache.server.ts';
import { deleteUpload, describeUpload } from './upload-store.server.ts';
import { findUploadsInHistory, findUploadUses, replaceUpload } from './upload-uses.server.ts';
import { UPLOADS } from './uploads.routes.server.ts';
import { uploads } from './uploads.tables.server.ts';

const PAGE_SIZE = 24;
const SHOWN = ['all', 'unused', 'undescribed'] as const;

const use = z
  .object({
    collection: z.string(),
    id: z.int(),
    title: z.string(),
    isWaiting: z.boolean().meta({ description: 'In a draft, or in what is scheduled' }),
  })
  .meta({ id: 'UploadUse' });

const stored = z
  .object({
    name: z.string(),
    url: z.string(),
    bytes: z.int(),
    createdAt: z.iso.datetime(),
    alt: z.string(),
    credit: z.string(),
    uses: z.array(use),
    /** Not used now, but by a version or an item that can be restored. */
    isInHistory: z.boolean(),
  })
  .meta({ id: 'StoredImage' });

const nameParam = z.object({ name: z.string().regex(UPLOAD_NAME) });
const words = z.strictObject({ alt: z.string().max(500), credit: z.string().max(500) });

/** All pictures of the site, with alt text, credit and places of use. */
export const mountMedia = (api: Api, parts: AppParts) => {
  const { settings, connection, content, log } = parts;
  const { db } = connection;
  const base = { tag: UPLOADS, params: nameParam, failures: { 404: 'No such image' } } as const;

  const loadOrFail = async (name: string) =>
    theOne(await db.select().from(uploads).where(eq(uploads.name, name)), 'Image');

  return [
    endpoint(api, {
      method: 'get',
      id: 'listUploads',
      path: '/api/uploads',
      tag: UPLOADS,
      summary: 'Stored images, newest first, with what uses them',
      access: 'viewer',
      query: z.object({
        show: z.enum(SHOWN).default('all'),
        page: z.coerce.number().int().min(1).default(1),
      }),
      response: z
        .object({ total: z.int(), pageSize: z.int(), items: z.array(stored) })
        .meta({ id: 'StoredImages' }),
      handle: async ({ query: { show, page } }) => {
        const rows = await db.select().from(uploads).orderBy(desc(uploads.createdAt), uploads.name);
        const uses = await findUploadUses(db, content.registry);
        const inHistory = await findUploadsInHistory(db);
        const all = rows.map(({ sha256: _, ...row }) => ({
          ...row,
          url: `/uploads/${row.name}`,
          uses: uses.get(row.name) ?? [],
          isInHistory: inHistory.has(row.name),
        }));
        const shown = all.filter((row) => {
          if (show === 'unused') return row.uses.length === 0 && !row.isInHistory;
          return show === 'all' || row.alt === '';
        });
        const start = (page - 1) * PAGE_SIZE;
        return {
          total: shown.length,
          pageSize: PAGE_SIZE,
          items: shown.slice(start, start + PAGE_SIZE),
        };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'put',
      id: 'describeUpload',
      path: '/api/uploads/{name}',
      summary: 'Say what an image shows and whose it is',
      access: 'editor',
      tokens: true,
      body: words,
      response: words.meta({ id: 'ImageWords' }),
      examples: { body: { alt: 'A ledger on a desk', credit: 'Photo: our own' } },
      handle: async ({ params: { name }, body, viewer }) => {
        await loadOrFail(name);
        await transact(db, (tx) => describeUpload(tx, name, body, viewer));
        return body;
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'replaceUpload',
      path: '/api/uploads/{name}/replace',
      summary: 'Show another image wherever this one is shown',
      access: 'publisher',
      body: z.strictObject({ by: z.string().regex(UPLOAD_NAME) }),
      response: z.object({ changedCount: z.int() }).meta({ id: 'ChangedCount' }),
      examples: { body: { by: '0f3b6f3c8a7e4d1c9b2a5e8f7d6c4b3a.webp' } },
      handle: async ({ params: { name }, body: { by }, viewer }) => {
        const { alt, credit } = await loadOrFail(name);
        const next = await loadOrFail(by);
        const changedCount = await replaceUpload({ content, viewer }, name, by);
        if (next.alt === '')
          await transact(db, (tx) => describeUpload(tx, by, { alt, credit }, viewer));
        return { changedCount };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'deleteUpload',
      path: '/api/uploads/{name}',
      summary: 'Delete an image that nothing uses, for good',
      access: 'publisher',
      response: success,
      failures: { 404: 'No such image', 409: 'Something uses it' },
      handle: async ({ params: { name }, viewer }) => {
        await loadOrFail(name);
        const isUsed = (await findUploadUses(db, content.registry)).has(name);
        if (isUsed || (await findUploadsInHistory(db)).has(name)) {
          throw new AppError('conflict', 'The image is used, or an earlier version needs it');
        }
        await deleteUpload(db, name, viewer);
        // Other machines drop their copies when room is needed: nothing leads to them any more.
        await rm(join(uploadCacheFolder(settings.DATA_DIR), name), { force: true }).catch(
          (error: unknown) => log.warn({ err: error }, 'the copy of a deleted image is still here'),
        );
      },
    }),
  ];
};
