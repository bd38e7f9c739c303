import type { Answer } from './answer.server.ts';
import { PLAIN } from './api-handler.server.ts';
import { readKey } from './cache-keys.ts';
import { splitTarget } from './normal-path.ts';
import type { PageCache, Produced } from './page-cache.server.ts';
import type { PageParts } from './page-producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import { produceRead } from './read-producer.server.ts';
import type { ApiAnswer } from './renderer.ts';

interface PartCall {
  requestId: string;
  address?: string | undefined;
}

/** Answers a public read of the API from the cache, or says that it cannot. */
export type PartReader = (path: string, call: PartCall) => Promise<ApiAnswer> | undefined;

/** No address holds a space, so nobody can ask for these by name. */
const PART = 'part ';
const MAX_KNOWN = 2000;
const TOTAL = 'x-total-count';

const NO_HEADERS = new Map<string, string>();

const headersOf = ({ headers }: Answer, isAway: boolean) => {
  if (isAway) return new Map([['retry-after', '5']]);
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === TOTAL);
  return at === -1 ? NO_HEADERS : new Map([[TOTAL, headers[at + 1] ?? '']]);
};

/** Pages share it between renders, so that none may change it. */
const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
};

/** What a kept answer holds, read once for all pages that are made of it. */
const values = new WeakMap<Answer, unknown>();

const readValue = (answer: Answer): unknown => {
  if (!values.has(answer)) {
    values.set(answer, freeze(JSON.parse(answer.bodies.identity.toString())));
  }
  return values.get(answer);
};

const toApiAnswer = (answer: Answer, isAway = false): ApiAnswer => {
  const headers = headersOf(answer, isAway);
  return {
    ok: answer.status >= 200 && answer.status < 300,
    status: answer.status,
    statusText: '',
    headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
    text: async () => answer.bodies.identity.toString(),
    json: async () => readValue(answer),
  };
};

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
    const isOpen = target && PLAIN.test(target.path) && paths.isPublicRead(target.path);
    const key = isOpen ? readKey(target.path, target.query) : null;
    const name = key?.isKept ? key.target : null;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(path, name);
    return name;
  };

  return (path, call) => {
    const target = keyOf(path);
    if (target === null) return undefined;
    const kept = cache.getAsPart(target) ?? cache.getAsPart(PART + target);
    if (kept) return Promise.resolve(toApiAnswer(kept));
    const produce = () => produceRead(parts, { ...call, target }, { isPacked: false });
    return cache
      .produce(PART + target, produce)
      .then(({ answer, isDatabaseAway }: Produced) => toApiAnswer(answer, isDatabaseAway));
  };
};
