/** Below this two words have nothing to do with each other. */
const MIN_LIKENESS = 0.35;

const wordOf = (path: string) => path.toLowerCase().split('/').filter(Boolean).at(-1) ?? '';

const partsOf = (word: string): Set<string> => {
  const padded = `  ${word} `;
  const parts = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) parts.add(padded.slice(at, at + 3));
  return parts;
};

/** Finds the path whose last part is spelled most like that of another: by the groups of three letters that both have. */
export const createNearestPath = (paths: readonly string[]) => {
  const candidates = paths.map((path) => ({ path, size: partsOf(wordOf(path)).size }));
  const places = new Map<string, number[]>();
  for (const [at, path] of paths.entries()) {
    for (const part of partsOf(wordOf(path))) {
      const list = places.get(part);
      if (list) list.push(at);
      else places.set(part, [at]);
    }
  }

  return (missing: string): string | null => {
    const sought = partsOf(wordOf(missing));
    const shared = new Map<number, number>();
    for (const part of sought) {
      for (const at of places.get(part) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    const [, first = ''] = missing.split('/');
    let best: { path: string; likeness: number } | null = null;
    for (const [at, count] of shared) {
      const { path = '', size = 0 } = candidates[at] ?? {};
      const isNear = path.startsWith(`/${first}/`) ? 0.05 : 0;
      const isLonger = Math.abs(path.length - missing.length) / 1000;
      const likeness = (2 * count) / (size + sought.size) + isNear - isLonger;
      if (likeness > (best?.likeness ?? MIN_LIKENESS)) best = { path, likeness };
    }
    return best?.path ?? null;
  };
};
