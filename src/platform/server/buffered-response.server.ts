import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Bodies,
  type Encoding,
  identityOf,
  packBody,
  pickEncoding,
} from './encodings.server.ts';
import { headerOf, headersOf } from './raw-headers.ts';

export type CacheState = 'hit' | 'miss' | 'stale' | 'none';

/** Finished bytes with their headers, ready to be sent any number of times. */
export interface BufferedResponse {
  status: number;
  /** Flat names and values, without what depends on the encoding or the single request. */
  headers: readonly string[];
  bodies: Bodies;
  etag: string | null;
  /** Set when the body itself names a request: such a response keeps that id. */
  requestId?: string | undefined;
  heads: Map<string, string[]>;
  /** The request header by which this representation was chosen among others. */
  variesBy?: 'Accept' | undefined;
  /** A change has overtaken it, and it may be sent a moment longer. */
  isOutdated?: true;
}

export interface Draft extends Pick<BufferedResponse, 'status' | 'requestId' | 'variesBy'> {
  contentType: string | null;
  body: Buffer;
  headers: readonly string[];
  /** Packed variants and a tag are only worth their price for what is sent again. */
  isCacheable: boolean;
}

/** Weak, because the packed variants of one page share it. */
export const tagOf = (body: Buffer | string, headers: readonly string[]) =>
  `W/"${createHash('sha256').update(headers.join('\n')).update(body).digest('base64url').slice(0, 22)}"`;

export const makeResponse = async (draft: Draft): Promise<BufferedResponse> => {
  const { status, contentType, body, requestId, variesBy, isCacheable } = draft;
  const headers = [...(contentType ? ['Content-Type', contentType] : []), ...draft.headers];
  const bodies = isCacheable ? await packBody(body, contentType ?? '') : { identity: body };
  const etag = isCacheable && status === 200 ? tagOf(body, headers) : null;
  return { status, headers, bodies, etag, requestId, variesBy, heads: new Map() };
};

/** Bytes besides bodies and headers: objects, heads, buffers and the cache entry. */
const OVERHEAD = 3072;

export const bytesOf = ({ bodies, headers }: BufferedResponse): number => {
  let bytes = headers.join('').length + OVERHEAD;
  for (const body of Object.values(bodies)) bytes += body.length;
  return bytes;
};

const headOf = (
  response: BufferedResponse,
  { encoding, body }: { encoding: Encoding; body: Buffer },
  state: CacheState,
): string[] => {
  const name = `${encoding} ${state}`;
  const cached = response.heads.get(name);
  if (cached) return cached;
  const varies = [response.variesBy ?? [], response.bodies.br ? 'Accept-Encoding' : []].flat();
  const head = [
    ...response.headers,
    ...(varies.length > 0 ? ['Vary', varies.join(', ')] : []),
    ...(response.etag ? ['ETag', response.etag] : []),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...(state === 'none' ? [] : ['X-Cache', response.isOutdated ? 'updating' : state]),
    ...(state === 'stale' ? ['Warning', '110 - "Response is Stale"'] : []),
    'Content-Length',
    String(body.length),
    'X-Request-Id',
    '',
  ];
  response.heads.set(name, head);
  return head;
};

/** Whether the client has, by its If-None-Match, what this weak tag names. */
export const matchesTag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  const opaque = etag.slice(2);
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
};

const notModified = (head: readonly string[]): string[] =>
  headersOf(head)
    .filter(([name]) => !/^Content-(Type|Length|Encoding|Security)/.test(name))
    .flat();

export interface Sending {
  requestId: string;
  state: CacheState;
  isClosing?: boolean;
}

/** Sends a response as the request can take it: packed, without a body, or as `304`. Returns the status. */
export const sendResponse = (
  req: IncomingMessage,
  res: ServerResponse,
  response: BufferedResponse,
  { requestId, state, isClosing = false }: Sending,
): number => {
  const wanted = pickEncoding(headerOf(req.rawHeaders, 'accept-encoding'));
  const encoding = response.bodies[wanted] ? wanted : 'identity';
  const body = response.bodies[encoding] ?? identityOf(response.bodies);
  const head = headOf(response, { encoding, body }, state);
  // The list is read before anything else can run, so one slot of it may change with each request.
  head[head.length - 1] = response.requestId ?? requestId;
  if (isClosing) res.shouldKeepAlive = false;
  if (response.etag && matchesTag(headerOf(req.rawHeaders, 'if-none-match'), response.etag)) {
    res.writeHead(304, notModified(head));
    res.end();
    return 304;
  }
  res.writeHead(response.status, head);
  if (req.method === 'HEAD') res.end();
  else res.end(body);
  return response.status;
};
