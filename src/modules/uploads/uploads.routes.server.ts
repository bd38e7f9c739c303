import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { AppError, orNotFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { MAX_UPLOAD, MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#platform/upload-size.ts';
import { createUploadServer } from './serve-upload.server.ts';
import { newUploadName, saveUpload } from './upload-store.server.ts';

export const UPLOADS = { name: 'Uploads', description: 'Images that editors store on the site.' };

const MAX_SIDE = 2000;
/** A file of a few kilobytes may claim billions of pixels; more than this is never unpacked. */
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;

/** PNG, JPEG, GIF, WebP and AVIF by their first bytes, never by name or declared type; no parser starts for anything else. */
const IMAGE = /^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavi)/s;

const explain = (error: unknown): AppError => {
  const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
  const message = isLarge
    ? 'The image is too large: at most 40 megapixels'
    : 'The image is damaged and cannot be read';
  return new AppError('invalid', message, { cause: error });
};

/** Encodes the image as WebP: upright, at most 2000 px, without anything else in the file. */
const reencodeImage = async (bytes: Uint8Array) => {
  if (!IMAGE.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))) {
    throw new AppError('unsupported-type', 'Please choose a PNG, JPEG, WebP, GIF or AVIF image');
  }
  // Loaded with the first upload: a server that gets none does without its memory.
  const { default: sharp } = await import('sharp');
  try {
    const input = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      autoOrient: true,
    });
    const { data, info } = await input
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 4 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw explain(error);
  }
};

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
  const form = await c.req.raw.formData().catch((cause: unknown) => {
    throw new AppError('invalid', 'The form could not be read', { cause });
  });
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) {
    const message = 'Please choose an image';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  return file;
};

export const mountUploads = (api: Api, parts: AppParts) => {
  const serveUpload = createUploadServer(parts);

  return [
    endpoint(api, {
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
        await saveUpload(parts.connection.db, name, data, viewer);
        return { url: `/uploads/${name}`, width, height, bytes: data.length };
      },
    }),
    endpoint(api, {
      method: 'get',
      id: 'getUpload',
      path: '/uploads/{name}',
      tag: UPLOADS,
      summary: 'A stored image',
      access: 'public',
      params: z.object({ name: z.string() }),
      mediaType: 'image/*',
      failures: { 404: 'No such image' },
      handle: async ({ params }) => orNotFound(await serveUpload(params.name), 'Image'),
    }),
  ];
};
