import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  gunzipSync,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';
import { memoByKey } from '#platform/memo.ts';

type Encoding = 'br' | 'gzip' | 'identity';
/** As it came, or packed in both ways. */
type Bodies = { [E in Encoding]?: Buffer };

/** Hardly a client takes a page unpacked, and packed it is an eighth: it is unpacked for those that do. */
export const identityOf = ({ identity, gzip: packed }: Bodies): Buffer =>
  identity ?? gunzipSync(packed ?? '');

/** Below this a packed response saves no packet; above the other it is not unpacked in a moment. */
const WORTH_IT = 860;
const TOO_LARGE = 1_000_000;
/** A packed page comes in one piece: each piece is a turn of the event loop. */
const CHUNK = 65_536;
/** A visitor may wait for it: Brotli's next level takes more than twice as long, for 6 to 8 % fewer bytes. */
const BROTLI = { chunkSize: CHUNK, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { chunkSize: CHUNK, level: 4 };
const packBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const packGzip = promisify<Buffer, ZlibOptions, Buffer>(gzip);

const takerOf = (header: string) => {
  const offers = parseAccept(header.toLowerCase());
  const qualityOf = (name: string) => offers.find(({ type }) => type === name)?.q;
  return (name: Encoding) => (qualityOf(name) ?? qualityOf('*') ?? 0) > 0;
};

export const takesGzip = (header = ''): boolean => takerOf(header)('gzip');

const readEncoding = (header: string): Encoding => {
  const takes = takerOf(header);
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
};
/** Browsers send a handful of different headers, so each is read once. */
const encodings = new LRUCache<string, Encoding>({ max: 200, memoMethod: readEncoding });

const isPackable = (contentType: string): boolean =>
  /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml|wasm)|image\/svg)/.test(
    contentType,
  );

/** Packed outside the event loop, at a quality that a waiting visitor does not feel. */
const packBody = async (identity: Buffer, contentType: string): Promise<Bodies> => {
  if (identity.length < WORTH_IT || !isPackable(contentType)) return { identity };
  const [br, gz] = await Promise.all([packBrotli(identity, BROTLI), packGzip(identity, GZIP)]);
  return { br, gzip: gz, ...(identity.length > TOO_LARGE ? { identity } : {}) };
};

/** Whether an Accept header names Markdown and ranks it no lower than HTML; a wildcard alone means HTML. */
export const prefersMarkdown = (accept: string | undefined): boolean => {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const ranked = parseAccept(accept.toLowerCase());
  const rankOf = (...types: string[]) =>
    types.map((type) => ranked.find((one) => one.type === type)?.q).find((q) => q !== undefined);
  const markdown = rankOf('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (rankOf('text/html', 'text/*', '*/*') ?? 0);
};

export type CacheState = 'hit' | 'updating' | 'miss' | 'stale' | 'none';

export type HeaderFields = Readonly<Record<string, string | string[]>>;

/** Finished bytes with their headers, ready to be sent any number of times. */
export interface BufferedResponse {
  status: number;
  /** Without what depends on the encoding or the single request. */
  headers: HeaderFields;
  bodies: Bodies;
  etag: string | null;
  /** Set when the body itself names a request: such a response keeps that id. */
  requestId?: string | undefined;
  /** The request header by which this representation was chosen among others. */
  variesBy?: 'Accept' | undefined;
}

export interface Draft extends Pick<BufferedResponse, 'status' | 'requestId' | 'variesBy'> {
  contentType?: string | null;
  body: Buffer | string;
  policy: string;
  cacheControl: string;
  headers: HeaderFields;
  /** Packed variants and a tag are only worth their price for what is sent again. */
  isCacheable?: boolean;
}

/** Weak, because the packed variants of one page share it. */
export const tagOf = (body: Buffer | string, headers: HeaderFields = {}) =>
  `W/"${createHash('sha256').update(JSON.stringify(headers)).update(body).digest('base64url').slice(0, 22)}"`;

export const makeResponse = async (draft: Draft): Promise<BufferedResponse> => {
  const { status, contentType, requestId, variesBy, isCacheable } = draft;
  const body = typeof draft.body === 'string' ? Buffer.from(draft.body) : draft.body;
  const headers = {
    ...(contentType && { 'Content-Type': contentType }),
    ...draft.headers,
    'Content-Security-Policy': draft.policy,
    'Cache-Control': draft.cacheControl,
  };
  const bodies = isCacheable ? await packBody(body, contentType ?? '') : { identity: body };
  const etag = isCacheable && status === 200 ? tagOf(body, headers) : null;
  return { status, headers, bodies, etag, requestId, variesBy };
};

/** Bytes besides bodies and headers: objects, buffers and the cache entry. */
const OVERHEAD = 3072;

export const bytesOf = ({ bodies, headers }: BufferedResponse): number => {
  let bytes = JSON.stringify(headers).length + OVERHEAD;
  for (const body of Object.values(bodies)) bytes += body.length;
  return bytes;
};

/** Whether the client has, by its If-None-Match, what this weak tag names. */
export const matchesTag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  const opaque = etag.slice(2);
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
};

const isOfBody = (name: string) => /^Content-(Type|Length|Encoding|Security)/.test(name);

interface Sending {
  requestId: string;
  state: CacheState;
}

type Head = readonly string[];

const writeHeads = (
  { status, bodies, etag, headers, ...response }: BufferedResponse,
  wanted: Encoding,
  state: CacheState,
) => {
  const packed = wanted === 'identity' ? undefined : bodies[wanted];
  const varies = [response.variesBy ?? [], bodies.br ? 'Accept-Encoding' : []].flat();
  const fields = Object.entries<string | string[]>({
    ...headers,
    ...(varies.length > 0 && { Vary: varies.join(', ') }),
    ...(etag && { ETag: etag }),
    ...(packed && { 'Content-Encoding': wanted }),
    ...(state !== 'none' && { 'X-Cache': state }),
    ...(state === 'stale' && { Warning: '110 - "Response is Stale"' }),
    'Content-Length': String((packed ?? identityOf(bodies)).length),
  });
  const flatten = (some: typeof fields): Head =>
    some.flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));
  return {
    whole: flatten(fields),
    unchanged: flatten(fields.filter(([name]) => !isOfBody(name))),
  };
};

/** A cached page is sent thousands of times: what all requests of a kind are sent is written once. */
const headsOf = memoByKey(
  (_response: BufferedResponse) => new Map<string, ReturnType<typeof writeHeads>>(),
);

/** Sends a response as the request can take it: packed, without a body, or as `304`. */
export const sendResponse = (
  req: IncomingMessage,
  res: ServerResponse,
  response: BufferedResponse,
  { requestId, state }: Sending,
) => {
  const { status, bodies, etag } = response;
  const wanted = encodings.memo(req.headers['accept-encoding'] ?? '');
  const heads = headsOf(response);
  const key = wanted + state;
  const head = heads.get(key) ?? writeHeads(response, wanted, state);
  heads.set(key, head);
  const own = ['X-Request-Id', response.requestId ?? requestId];
  if (etag && matchesTag(req.headers['if-none-match'], etag)) {
    res.writeHead(304, [...head.unchanged, ...own]).end();
    return;
  }
  res.writeHead(status, [...head.whole, ...own]);
  if (req.method === 'HEAD') res.end();
  else res.end((wanted === 'identity' ? undefined : bodies[wanted]) ?? identityOf(bodies));
};
