import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#platform/app.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { MAX_UPLOAD_BYTES, reencodeImage } from './image.server.ts';
import { serveUpload, storeUpload } from './upload-folder.server.ts';

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

export const mountUploads = (api: Api, { settings }: AppParts) => {
  endpoint(
    api,
    {
      method: 'post',
      path: '/api/uploads',
      tag: 'Uploads',
      summary: 'Store an image: multipart/form-data with the field `file`, at most 5 MB',
      access: 'session',
      answer: upload,
      status: 201,
      failures: {
        400: 'No image, a damaged one, or one of too many pixels',
        413: 'Larger than 5 MB',
        415: 'Not a PNG, JPEG, WebP, GIF or AVIF image',
      },
    },
    async ({ c }) => {
      const file = await readFormFile(c);
      if (file.size > MAX_UPLOAD_BYTES) {
        throw new AppError('too-large', 'The image is larger than 5 MB');
      }
      const image = await reencodeImage(new Uint8Array(await file.arrayBuffer()));
      const name = await storeUpload(settings.DATA_DIR, image.data);
      const { width, height, data } = image;
      return { url: `/uploads/${name}`, width, height, bytes: data.length };
    },
  );

  endpoint(
    api,
    {
      method: 'get',
      path: '/uploads/{name}',
      tag: 'Uploads',
      summary: 'A stored image',
      access: 'public',
      params: z.object({ name: z.string() }),
      failures: { 404: 'No such image' },
    },
    async ({ params }) => {
      const answer = await serveUpload(settings.DATA_DIR, params.name);
      if (!answer) throw notFound('Image');
      return answer;
    },
  );
};
