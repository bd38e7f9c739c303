import { lookup as resolveName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { codeOf } from './causes.server.ts';
import { decodeText } from './decode-text.ts';
import { FetchFailed, FetchRefused } from './guarded-fetch-errors.ts';
import { isPublicAddress, isPublicName } from './public-address.server.ts';
import { readBody } from './read-body.server.ts';

interface GuardedFetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  /** The Accept header; the caller checks the actual type. */
  accept?: string | undefined;
  /** Bound of the unpacked body: 5 MB unless told. */
  maxBytes?: number | undefined;
  /** Bound of the whole call with redirects and body: 10 s unless told. */
  timeoutMs?: number | undefined;
  /** 'manual' answers with a redirect instead of following it. */
  redirect?: 'follow' | 'manual' | undefined;
  /** Exact `host:port` pairs that may be reached besides public addresses. */
  allowHosts?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface GuardedResponse {
  status: number;
  headers: Headers;
  /** The address that answered, after redirects. */
  url: string;
  /** Where it sends us, if that was not followed. */
  redirectsTo: string | null;
  bytes: Uint8Array;
  text(): string;
  json(): unknown;
}

export type GuardedFetch = (url: string, options?: GuardedFetchOptions) => Promise<GuardedResponse>;
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

interface Hop {
  url: URL;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

export const USER_AGENT = 'FamilyOfficeSoftware/1.0 (Family Office Software)';
const MAX_REDIRECTS = 5;
const MAX_URL_LENGTH = 4096;
const NOT_PUBLIC = 'Only public addresses are fetched';
/** Ours to set: who we say we are, how the connection is used, and never a cookie. */
const OWN_HEADERS = new Set(
  'host connection cookie content-length transfer-encoding upgrade expect te trailer accept-encoding user-agent proxy-authorization keep-alive'.split(
    ' ',
  ),
);
/** Another host learns only what any visitor would say. */
const OPEN_HEADERS = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent']);

const REASONS: Record<string, string> = {
  ENOTFOUND: 'The host name is not known',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host closed the connection',
  UND_ERR_SOCKET: 'The host closed the connection',
  ETIMEDOUT: 'The host did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'The host did not answer',
  Z_DATA_ERROR: 'The response could not be unpacked',
  Z_BUF_ERROR: 'The response could not be unpacked',
};

const readUrl = (address: string, base?: URL): URL => {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address, base))
    throw new FetchRefused('This is not a web address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('Only http and https addresses are fetched');
  if (url.username || url.password)
    throw new FetchRefused('Addresses with a user name or password are not fetched');
  return url;
};

const readHeaders = ({ headers = {}, accept }: GuardedFetchOptions): Record<string, string> => {
  const given = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OWN_HEADERS.has(name));
  return {
    ...Object.fromEntries(given),
    ...(accept ? { accept } : {}),
    'user-agent': USER_AGENT,
    'accept-encoding': 'gzip, deflate, br',
  };
};

const resolveAll: Resolve = (hostname) => resolveName(hostname, { all: true, order: 'verbatim' });

/**
 * The socket connects to the very addresses that were judged here, so a name that answers
 * differently a moment later gains nothing. One inner address among them refuses the name.
 */
export const makeLookup =
  (resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new FetchFailed('The host name has no address'), []);
        if (!found.every(({ address }) => isAllowed(address)))
          return callback(new FetchRefused(NOT_PUBLIC), []);
        if (options.all) return callback(null, found);
        return callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

interface Connecting {
  allowHosts: readonly string[];
  resolve: Resolve;
  signal: AbortSignal;
}

/** Every connection, that of a redirect too, leads to an allowed host or to an address that was judged to be public. */
const createConnector = ({ allowHosts, resolve, signal }: Connecting): buildConnector.connector => {
  // A call that is given up waits for no name and no handshake.
  const options = { signal, allowH2: false, maxCachedSessions: 0 };
  const toAny = buildConnector({ ...options, lookup: makeLookup(resolve, () => true) });
  const toPublic = buildConnector({ ...options, lookup: makeLookup(resolve, isPublicAddress) });
  return (target, done) => {
    // Without the brackets of IPv6 and without the dot that ends a full name.
    const hostname = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const family = isIP(hostname);
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    const named = family === 6 ? `[${hostname}]` : target.hostname;
    if (allowHosts.includes(`${named}:${port}`)) return toAny(target, done);
    const isOpen = family === 0 ? isPublicName(hostname) : isPublicAddress(hostname);
    if (!isOpen) return done(new FetchRefused(NOT_PUBLIC), null);
    const servername = family === 0 ? hostname : undefined;
    return toPublic({ ...target, hostname, servername }, done);
  };
};

const followRedirect = (hop: Hop, { statusCode, headers }: Dispatcher.ResponseData): Hop | null => {
  const location = [headers.location].flat()[0];
  if (![301, 302, 303, 307, 308].includes(statusCode) || !location) return null;
  const url = readUrl(location, hop.url);
  const isSameOrigin = url.origin === hop.url.origin;
  const keepsBody = statusCode === 307 || statusCode === 308 || hop.method !== 'POST';
  if (!isSameOrigin && keepsBody && hop.body !== undefined)
    throw new FetchRefused('What we send is not passed on to another host');
  const open = Object.entries(hop.headers).filter(([name]) => OPEN_HEADERS.has(name));
  return {
    url,
    method: keepsBody ? hop.method : 'GET',
    headers: isSameOrigin ? hop.headers : Object.fromEntries(open),
    body: keepsBody ? hop.body : undefined,
  };
};

const present = (hop: Hop, response: Dispatcher.ResponseData, bytes: Uint8Array) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (name !== 'set-cookie' && value !== undefined) headers.set(name, String(value));
  }
  const text = () => decodeText(bytes, headers.get('content-type'));
  return {
    status: response.statusCode,
    headers,
    url: hop.url.href,
    bytes,
    text,
    json() {
      try {
        return JSON.parse(text());
      } catch {
        throw new FetchFailed('The response is not valid JSON');
      }
    },
  };
};

const explain = (error: unknown): Error => {
  if (error instanceof FetchRefused || error instanceof FetchFailed) return error;
  const code = codeOf(error);
  const reason = REASONS[code] ?? (code ? `The fetch failed (${code})` : 'The fetch failed');
  return new FetchFailed(reason, { cause: error });
};

/** The only way out: public http(s) addresses, within a time and a size. */
export const createGuardedFetch = ({
  resolve = resolveAll,
}: {
  resolve?: Resolve;
} = {}): GuardedFetch => {
  return async (address, options = {}) => {
    const { maxBytes = 5 * 1024 * 1024, timeoutMs = 10_000, allowHosts = [] } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    // Connections of its own: none that was opened under other rules is used again.
    const dispatcher = new Agent({ connect: createConnector({ allowHosts, resolve, signal }) });
    try {
      let hop: Hop = {
        url: readUrl(address),
        method: options.method ?? 'GET',
        headers: readHeaders(options),
        body: options.body,
      };
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const { url, ...sent } = hop;
        const response = await request(url, { ...sent, dispatcher, signal });
        const next = followRedirect(hop, response);
        if (!next || options.redirect === 'manual') {
          const hasBody = hop.method !== 'HEAD' && !next;
          const bytes = hasBody ? await readBody(response, maxBytes) : new Uint8Array();
          return { ...present(hop, response, bytes), redirectsTo: next?.url.href ?? null };
        }
        hop = next;
      }
      throw new FetchFailed(`More than ${MAX_REDIRECTS} redirects`);
    } catch (error) {
      if (timeout.aborted)
        throw new FetchFailed(`No complete response within ${timeoutMs / 1000} s`);
      if (signal.aborted) throw new FetchFailed('The fetch was given up');
      throw explain(error);
    } finally {
      void dispatcher.destroy();
    }
  };
};

export const guardedFetch = createGuardedFetch();
