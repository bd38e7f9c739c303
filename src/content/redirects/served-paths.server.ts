import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { once } from '#platform/memo.ts';
import { normalPath } from '#platform/server/normal-path.ts';

const PUBLIC_FOLDER = fileURLToPath(new URL('../../../public', import.meta.url));

/** Below these the server finds a file, the panel or nothing; no page is looked for there. */
const FOLDERS = ['api', 'assets', 'uploads', 'admin', 'preview'];

const listPublicFiles = once(() => {
  const names = existsSync(PUBLIC_FOLDER) ? readdirSync(PUBLIC_FOLDER, { recursive: true }) : [];
  return new Set(names.map((name) => `/${String(name).replaceAll('\\', '/')}`.toLowerCase()));
});

/** Tells whether the server responds at an address by itself, before it would look for a redirect. */
export const createServedCheck =
  (isApi: (path: string) => boolean) =>
  (address: string): boolean => {
    const path = normalPath(address.split(/[?#]/)[0] ?? '') ?? '';
    const [, folder = ''] = path.split('/');
    return FOLDERS.includes(folder) || listPublicFiles().has(path) || isApi(path);
  };

export type ServedCheck = ReturnType<typeof createServedCheck>;
