import { gunzipSync } from 'node:zlib';
import type { BenchPage } from './pages.ts';
import { fetchRaw } from './throughput.ts';

export interface FirstLoad extends BenchPage {
  files: number;
  gzip: number;
}

const IN_PAGE = [
  /<link[^>]+rel="modulepreload"[^>]*href="([^"]+)"/g,
  /<link[^>]+href="([^"]+)"[^>]*rel="modulepreload"/g,
  /<script[^>]+src="([^"]+)"/g,
  /import\("(\/assets\/[^"]+\.js)"\)/g,
];
/** Imports that run before the first line of a module; lazy ones are no part of the first load. */
const IN_MODULE = /(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g;

const matchesOf = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, found = '']) => found));

/** The scripts that a browser loads before a page can be used, and what they weigh on the wire. */
export const measureFirstLoad = async (
  port: number,
  pages: readonly BenchPage[],
): Promise<FirstLoad[]> => {
  const known = new Map<string, { gzip: number; imports: string[] }>();
  const load = async (path: string) => {
    const found = known.get(path);
    if (found) return found;
    const { body } = await fetchRaw(port, path, 'gzip');
    const isPacked = body[0] === 0x1f && body[1] === 0x8b;
    const text = (isPacked ? gunzipSync(body) : body).toString();
    const imports = matchesOf(text, [IN_MODULE]).map(
      (name) => new URL(name, `http://x${path}`).pathname,
    );
    const script = { gzip: body.length, imports };
    known.set(path, script);
    return script;
  };
  const results: FirstLoad[] = [];
  for (const page of pages) {
    const html = (await fetchRaw(port, page.path, 'identity')).body.toString();
    const wanted = new Set(matchesOf(html, IN_PAGE).filter((path) => path.endsWith('.js')));
    let gzip = 0;
    for (const path of wanted) {
      const script = await load(path);
      gzip += script.gzip;
      for (const next of script.imports) wanted.add(next);
    }
    results.push({ ...page, files: wanted.size, gzip });
  }
  return results;
};
