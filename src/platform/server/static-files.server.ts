import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { createLru } from '#platform/lru.ts';
import { type Answer, bytesOf, makeAnswer } from './answer.server.ts';
import { FILE_POLICY } from './security-headers.server.ts';

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

const UPLOADS = '/uploads/';
/** The only names that an upload ever gets: no other file of that folder is for anybody. */
const UPLOAD_NAME = /^[0-9a-f]{32}\.webp$/;
const HASHED_NAME = /(?:^|[-./])[A-Za-z0-9_-]{8,}\.\w+$/;

const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=3600, stale-while-revalidate=86400';

export interface StaticOptions {
  /** Folders whose files are listed once, at the start; the first that has a path wins. */
  folders: readonly string[];
  uploads?: string | undefined;
  common: readonly string[];
  maxBytes?: number;
}

const listFiles = (folder: string): [string, string][] => {
  if (!existsSync(folder)) return [];
  const entries: Dirent[] = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [`/${relative(folder, file).split(sep).join('/')}`, file];
    });
};

const readIfThere = (file: string) => readFile(file).catch(() => undefined);

/** Files by path. A path is looked up in a list, never built into a file name, so none can lead outside. */
export const createStaticFiles = (options: StaticOptions) => {
  const files = new Map<string, string>();
  for (const folder of options.folders.toReversed()) {
    for (const [path, file] of listFiles(folder)) files.set(path, file);
  }
  const kept = createLru<Answer>({ maxBytes: options.maxBytes ?? 32 * 1_048_576, sizeOf: bytesOf });

  const load = async (path: string, file: string): Promise<Answer> => {
    const body = await readFile(file);
    const contentType = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    const isForever = path.startsWith('/assets/') && HASHED_NAME.test(path);
    const headers = [
      ...options.common,
      'Content-Security-Policy',
      FILE_POLICY,
      'Cache-Control',
      isForever ? FOREVER : BRIEFLY,
      'Cross-Origin-Resource-Policy',
      'same-site',
    ];
    const answer = await makeAnswer({ status: 200, contentType, body, headers, isKept: true });
    const [br, gzip] = await Promise.all([readIfThere(`${file}.br`), readIfThere(`${file}.gz`)]);
    if (answer.bodies.br && br) answer.bodies.br = br;
    if (answer.bodies.gzip && gzip) answer.bodies.gzip = gzip;
    return answer;
  };

  const findUpload = async (path: string): Promise<Answer | undefined> => {
    const name = path.slice(UPLOADS.length);
    if (!options.uploads || !UPLOAD_NAME.test(name)) return undefined;
    const file = join(options.uploads, name);
    const found = await lstat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const [root, real] = [await realpath(options.uploads), await realpath(file)];
    if (!real.startsWith(root + sep)) return undefined;
    const body = await readFile(real);
    const answer = await makeAnswer({
      status: 200,
      contentType: 'image/webp',
      body,
      headers: [
        ...options.common,
        'Content-Security-Policy',
        FILE_POLICY,
        'Cache-Control',
        FOREVER,
      ],
      isKept: false,
    });
    const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { ...answer, etag: `W/"${tag}"` };
  };

  /** `null`: surely no file; `undefined`: not a file's path, or not one that we know. */
  return {
    get: (path: string): Answer | undefined => kept.get(path),
    async find(path: string): Promise<Answer | null | undefined> {
      if (path.startsWith(UPLOADS)) return findUpload(path);
      const file = files.get(path);
      if (file === undefined) return path.startsWith('/assets/') ? null : undefined;
      const answer = kept.get(path) ?? (await load(path, file));
      kept.set(path, answer);
      return answer;
    },
  };
};

export type StaticFiles = ReturnType<typeof createStaticFiles>;
