import type { Answer } from './answer.server.ts';
import { readKey } from './cache-keys.ts';
import { splitTarget } from './normal-path.ts';
import type { PageCache, Produced } from './page-cache.server.ts';
import type { PageParts } from './page-producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import { produceRead } from './read-producer.server.ts';

export interface PartCall {
  requestId: string;
  address?: string | undefined;
}

/** Answers a public read of the API from the cache, or says that it cannot. */
export type PartReader = (path: string, call: PartCall) => Promise<Response> | undefined;

/** No address holds a space, so nobody can ask for these by name. */
const PART = 'part ';
const MAX_KNOWN = 2000;
const TOTAL = 'x-total-count';

const totalOf = ({ headers }: Answer): Record<string, string> => {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === TOTAL);
  return at === -1 ? {} : { [TOTAL]: headers[at + 1] ?? '' };
};

const toResponse = (answer: Answer, isAway = false): Response =>
  new Response(new Uint8Array(answer.bodies.identity), {
    status: answer.status,
    headers: { ...totalOf(answer), ...(isAway ? { 'retry-after': '5' } : {}) },
  });

/**
 * A page asks the API for its parts. What strangers are told is the same for all of them, so a page that is rendered
 * anew after an edit only has those parts made again that read what was edited.
 */
export const createPartReader = (
  parts: Omit<PageParts, 'renderer' | 'readPart'>,
  { cache, paths }: { cache: PageCache; paths: ApiPaths },
): PartReader => {
  const known = new Map<string, string | null>();

  const keyOf = (path: string): string | null => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const target = splitTarget(path);
    const key =
      target && paths.isPublicRead(target.path) ? readKey(target.path, target.query) : null;
    const name = key?.isKept ? key.target : null;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(path, name);
    return name;
  };

  return (path, call) => {
    const target = keyOf(path);
    if (target === null) return undefined;
    const kept = cache.getAsPart(target) ?? cache.getAsPart(PART + target);
    if (kept) return Promise.resolve(toResponse(kept));
    const produce = () => produceRead(parts, { ...call, target }, { isPacked: false });
    return cache
      .produce(PART + target, produce)
      .then(({ answer, isDatabaseAway }: Produced) => toResponse(answer, isDatabaseAway));
  };
};
