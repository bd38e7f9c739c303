import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { MAX_UPLOAD, MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#platform/upload-size.ts';
import { reencodeImage } from './image.server.ts';
import { createUploadServer } from './serve-upload.server.ts';
import { newUploadName, saveUpload } from './upload-store.server.ts';
import { UPLOADS } from './uploads.tag.ts';

/** The names and lengths of the parts of a form. */
const FORM_ROOM = 100_000;

const upload = z
  .object({ url: z.string(), width: z.int(), height: z.int(), bytes: z.int() })
  .meta({ id: 'Upload' });

const readFormFile = async (c: Context<Env>): Promise<File> => {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new AppError('unsupported-type', 'Send the image as multipart/form-data');
  }
  let form: FormData;
  try {
    form = await c.req.raw.formData();
  } catch (cause) {
    throw new AppError('invalid', 'The form could not be read', { cause });
  }
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) {
    const message = 'Please choose an image';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  return file;
};

export const mountUploads = (api: Api, { settings, connection: { db }, log }: AppParts) => {
  const serveUpload = createUploadServer({ db, dataDir: settings.DATA_DIR, log });

  const uploadImageCall = endpoint(api, {
    method: 'post',
    id: 'uploadImage',
    path: '/api/uploads',
    tag: UPLOADS,
    summary: `Store an image of at most ${MAX_UPLOAD}`,
    access: 'editor',
    tokens: true,
    maxBody: MAX_UPLOAD_BYTES + FORM_ROOM,
    form: z.object({ file: z.file().meta({ type: 'string', format: 'binary' }) }),
    response: upload,
    examples: {
      response: { url: '/uploads/3f2a9c.webp', width: 1200, height: 630, bytes: 48211 },
    },
    status: 201,
    failures: {
      400: 'No image, a damaged one, or one of too many pixels',
      413: `Larger than ${MAX_UPLOAD}`,
      415: 'Not a PNG, JPEG, WebP, GIF or AVIF image',
    },
    handle: async ({ c, viewer }) => {
      const file = await readFormFile(c);
      if (file.size > MAX_UPLOAD_BYTES) throw new AppError('too-large', UPLOAD_TOO_LARGE);
      const { width, height, data } = await reencodeImage(await file.bytes());
      const name = newUploadName();
      await saveUpload(db, name, data, viewer);
      return { url: `/uploads/${name}`, width, height, bytes: data.length };
    },
  });

  const getUploadCall = endpoint(api, {
    method: 'get',
    id: 'getUpload',
    path: '/uploads/{name}',
    tag: UPLOADS,
    summary: 'A stored image',
    access: 'public',
    cacheable: false,
    params: z.object({ name: z.string() }),
    mediaType: 'image/*',
    failures: { 404: 'No such image' },
    handle: async ({ params }) => {
      const response = await serveUpload(params.name);
      if (!response) throw notFound('Image');
      return response;
    },
  });

  return [uploadImageCall, getUploadCall];
};
