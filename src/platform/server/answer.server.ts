import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Bodies, type Encoding, packBody, pickEncoding } from './encodings.server.ts';
import { headerOf } from './raw-headers.ts';

export type CacheState = 'hit' | 'miss' | 'stale' | 'none';

/** Finished bytes with their headers, ready to be sent any number of times. */
export interface Answer {
  status: number;
  /** Flat names and values, without what depends on the encoding or the single request. */
  headers: readonly string[];
  bodies: Bodies;
  etag: string | null;
  /** Set when the body itself names a request: such an answer keeps that id. */
  requestId?: string | undefined;
  heads: Map<string, string[]>;
}

export interface Draft {
  status: number;
  headers: readonly string[];
  contentType: string | null;
  body: Buffer;
  requestId?: string | undefined;
  /** Packed variants and a tag are only worth their price for what is sent again. */
  isKept: boolean;
}

/** Weak, because the packed variants of one page share it. */
const tagOf = (body: Buffer, headers: readonly string[]) =>
  `W/"${createHash('sha256').update(headers.join('\n')).update(body).digest('base64url').slice(0, 22)}"`;

export const makeAnswer = async (draft: Draft): Promise<Answer> => {
  const { status, contentType, body, requestId, isKept } = draft;
  const headers = [...(contentType ? ['Content-Type', contentType] : []), ...draft.headers];
  const bodies = isKept ? await packBody(body, contentType ?? '') : { identity: body };
  const etag = isKept && status === 200 ? tagOf(body, headers) : null;
  return { status, headers, bodies, etag, requestId, heads: new Map() };
};

export const bytesOf = ({ bodies, headers }: Answer): number => {
  let bytes = headers.join('').length + 1024;
  for (const body of Object.values(bodies)) bytes += body.length;
  return bytes;
};

const headOf = (answer: Answer, encoding: Encoding, state: CacheState): string[] => {
  const name = `${encoding} ${state}`;
  const known = answer.heads.get(name);
  if (known) return known;
  const body = answer.bodies[encoding] ?? answer.bodies.identity;
  const head = [
    ...answer.headers,
    ...(answer.bodies.br ? ['Vary', 'Accept-Encoding'] : []),
    ...(answer.etag ? ['ETag', answer.etag] : []),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...(state === 'none' ? [] : ['X-Cache', state]),
    ...(state === 'stale' ? ['Warning', '110 - "Response is Stale"'] : []),
    'Content-Length',
    String(body.length),
    'X-Request-Id',
    '',
  ];
  answer.heads.set(name, head);
  return head;
};

const matches = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  const opaque = etag.slice(2);
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
};

const notModified = (head: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let i = 0; i < head.length; i += 2) {
    const name = head[i] ?? '';
    if (/^Content-(Type|Length|Encoding|Security)/.test(name)) continue;
    kept.push(name, head[i + 1] ?? '');
  }
  return kept;
};

export interface Sending {
  requestId: string;
  state: CacheState;
  isClosing?: boolean;
}

/** Sends an answer as the request can take it: packed, without a body, or as `304`. Returns the status. */
export const sendAnswer = (
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
  { requestId, state, isClosing = false }: Sending,
): number => {
  const wanted = pickEncoding(headerOf(req.rawHeaders, 'accept-encoding'));
  const encoding = answer.bodies[wanted] ? wanted : 'identity';
  const head = headOf(answer, encoding, state);
  // The list is read before anything else can run, so one slot of it may change with each request.
  head[head.length - 1] = answer.requestId ?? requestId;
  if (isClosing) res.shouldKeepAlive = false;
  if (answer.etag && matches(headerOf(req.rawHeaders, 'if-none-match'), answer.etag)) {
    res.writeHead(304, notModified(head));
    res.end();
    return 304;
  }
  res.writeHead(answer.status, head);
  if (req.method === 'HEAD') res.end();
  else res.end(answer.bodies[encoding] ?? answer.bodies.identity);
  return answer.status;
};
