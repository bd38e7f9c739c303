import { gzipSync } from 'node:zlib';

export interface FirstLoad {
  path: string;
  files: number;
  gzip: number;
}

export interface Source {
  page(path: string): Promise<string>;
  script(path: string): Promise<string>;
}

const IN_PAGE = [
  /<link[^>]+rel="(?:modulepreload|deferred)"[^>]*href="([^"]+)"/g,
  /<script[^>]+src="([^"]+)"/g,
  /import\("(\/assets\/[^"]+\.js)"\)/g,
];
/** Imports that run before the first line of a module; lazy ones are no part of the first load. */
const IN_MODULE = /(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g;

const matchesOf = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, found = '']) => found));

/** The scripts that a browser loads before a page can be used, and what they weigh on the wire. */
export const measureFirstLoad = async (
  paths: readonly string[],
  source: Source,
): Promise<FirstLoad[]> => {
  const cached = new Map<string, { gzip: number; imports: string[] }>();
  const load = async (path: string) => {
    const found = cached.get(path);
    if (found) return found;
    const text = await source.script(path);
    const imports = matchesOf(text, [IN_MODULE]).map(
      (name) => new URL(name, `http://site.invalid${path}`).pathname,
    );
    const script = { gzip: gzipSync(text).length, imports };
    cached.set(path, script);
    return script;
  };
  const results: FirstLoad[] = [];
  for (const path of paths) {
    const html = await source.page(path);
    const wanted = new Set(matchesOf(html, IN_PAGE).filter((name) => name.endsWith('.js')));
    let gzip = 0;
    // Imports added during the walk are walked too.
    for (const name of wanted) {
      const script = await load(name);
      gzip += script.gzip;
      for (const next of script.imports) wanted.add(next);
    }
    results.push({ path, files: wanted.size, gzip });
  }
  return results;
};
