import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Renderer } from '#platform/server/renderer.ts';
import { CannotStart } from './explain.server.ts';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

const BUILT = ['server.js', 'page-server.js'].map((name) => join(projectRoot, 'dist/server', name));

export const isRenderer = (value: unknown): value is Renderer =>
  typeof value === 'object' &&
  value !== null &&
  'fetch' in value &&
  typeof value.fetch === 'function';

/** The built site; it does not change while the process runs. */
export const loadRenderer = async (): Promise<Renderer> => {
  const file = BUILT.find((path) => existsSync(path));
  if (!file) throw new CannotStart('The site is not built yet; run npm start or npm run build.');
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  if (!isRenderer(module.default)) {
    throw new CannotStart(`${file} is not a page renderer; run npm run build -- --force.`);
  }
  return module.default;
};
