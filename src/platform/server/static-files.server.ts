import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import { UPLOAD_NAME } from '#platform/upload-size.ts';
import {
  type BufferedResponse,
  bytesOf,
  type HeaderFields,
  makeResponse,
  tagOf,
} from './buffered-response.server.ts';
import { FILE_POLICY, WORKER_POLICY } from './security-headers.server.ts';

const UPLOADS = '/uploads/';
const HASHED_NAME = /(?:^|[-./])[A-Za-z0-9_-]{8,}\.\w+$/;

const FOREVER = 'public, max-age=31536000, immutable';
const WORKER_NAME = /-worker\.js$/;
/** Packed in both ways, the built files are three megabytes. */
const MAX_BYTES = 16 * 1_048_576;
const BRIEFLY = 'public, max-age=3600, stale-while-revalidate=86400';

export interface StaticOptions {
  /** Folders whose files are listed once, at the start; the first that has a path wins. */
  folders: readonly string[];
  /** Copies of uploads on this disk; the API finds the others. */
  uploads?: string | undefined;
  common: HeaderFields;
}

const listFiles = (folder: string): [string, string][] => {
  if (!existsSync(folder)) return [];
  const entries: Dirent[] = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [`/${relative(folder, file).split(sep).join('/')}`, file];
    });
};

/** Files by path. A path is looked up in a list, never built into a file name, so none can lead outside. */
export const createStaticFiles = (options: StaticOptions) => {
  const files = new Map<string, string>();
  for (const folder of options.folders.toReversed()) {
    for (const [path, file] of listFiles(folder)) files.set(path, file);
  }
  const cache = new LRUCache<string, BufferedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
  });

  const load = async (path: string, file: string): Promise<BufferedResponse> => {
    const body = await readFile(file);
    const contentType = getMimeType(file) ?? 'application/octet-stream';
    const isForever = path.startsWith('/assets/') && HASHED_NAME.test(path);
    return makeResponse({
      status: 200,
      contentType,
      body,
      policy: WORKER_NAME.test(path) ? WORKER_POLICY : FILE_POLICY,
      cacheControl: isForever ? FOREVER : BRIEFLY,
      headers: { ...options.common, 'Cross-Origin-Resource-Policy': 'same-site' },
      isCacheable: true,
    });
  };

  const findUpload = async (path: string): Promise<BufferedResponse | undefined> => {
    const name = path.slice(UPLOADS.length);
    if (!options.uploads || !UPLOAD_NAME.test(name)) return undefined;
    // It may be gone at any moment: this is only a copy.
    const body = await readFile(join(options.uploads, name)).catch(() => undefined);
    if (!body) return undefined;
    const response = await makeResponse({
      status: 200,
      contentType: 'image/webp',
      body,
      policy: FILE_POLICY,
      cacheControl: FOREVER,
      headers: options.common,
    });
    return { ...response, etag: tagOf(body) };
  };

  /** `null`: surely no file; `undefined`: not a file's path, or not one that we know. */
  return {
    get: (path: string): BufferedResponse | undefined => cache.get(path),
    async find(path: string): Promise<BufferedResponse | null | undefined> {
      if (path.startsWith(UPLOADS)) return findUpload(path);
      const file = files.get(path);
      if (file === undefined) return path.startsWith('/assets/') ? null : undefined;
      const response = cache.get(path) ?? (await load(path, file));
      cache.set(path, response);
      return response;
    },
  };
};

export type StaticFiles = ReturnType<typeof createStaticFiles>;
