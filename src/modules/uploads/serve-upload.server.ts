import type { AppParts } from '#kit/app-parts.server.ts';
import { tagOf } from '#platform/server/buffered-response.server.ts';
import { UPLOAD_NAME } from '#platform/upload-size.ts';
import { keepOnDisk, uploadCacheFolder } from './upload-cache.server.ts';
import { loadUpload } from './upload-store.server.ts';

const toResponse = (data: Buffer): Response =>
  new Response(new Uint8Array(data), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Length': String(data.length),
      // A name never gets other bytes.
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: tagOf(data),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });

/**
 * The response for /uploads/{name}, or null when there is no such picture. Only pictures not on this disk come
 * here; for concurrent requests the database is read once.
 */
export const createUploadServer = ({ connection: { db }, settings, log }: AppParts) => {
  const folder = uploadCacheFolder(settings.DATA_DIR);
  const inFlight = new Map<string, Promise<Buffer | null>>();

  const load = async (name: string): Promise<Buffer | null> => {
    const data = await loadUpload(db, name);
    if (!data) return null;
    await keepOnDisk(folder, name, data).catch((error: unknown) =>
      log.warn({ err: error }, 'an image could not be kept on this disk'),
    );
    return data;
  };

  return async (name: string): Promise<Response | null> => {
    if (!UPLOAD_NAME.test(name)) return null;
    const running = inFlight.get(name) ?? load(name).finally(() => inFlight.delete(name));
    inFlight.set(name, running);
    const data = await running;
    return data && toResponse(data);
  };
};
