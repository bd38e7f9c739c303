import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf } from './causes.server.ts';
import { decodeText } from './decode-text.ts';
import { FetchFailed, FetchRefused } from './guarded-fetch-errors.ts';
import { isPublicAddress, isPublicName } from './public-address.server.ts';
import { readBody } from './read-body.server.ts';
import { callTo, inSpan } from './traces/in-span.server.ts';

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
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

export const USER_AGENT = 'FamilyOfficeSoftware/1.0 (Family Office Software)';
const MAX_REDIRECTS = 5;
const MAX_URL_LENGTH = 4096;
/** Ours to set: who we say we are, how the connection is used, and never a cookie. */
const OWN_HEADERS = new Set(
  'host connection cookie content-length transfer-encoding upgrade expect te trailer accept-encoding user-agent proxy-authorization keep-alive'.split(
    ' ',
  ),
);

export const guardedFetch = createGuardedFetch();

/** The only way out: public http(s) addresses, within a time and a size. */
export function createGuardedFetch({
  resolve = resolveAll,
}: {
  resolve?: Resolve;
} = {}): GuardedFetch {
  const fetchGuarded: GuardedFetch = async (address, options = {}) => {
    const { maxBytes = 5 * 1024 * 1024, timeoutMs = 10_000, allowHosts = [] } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    let hop: Hop = {
      url: readUrl(address),
      method: options.method ?? 'GET',
      headers: readHeaders(options),
      body: options.body,
    };
    let response: IncomingMessage | undefined;
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        response = await send(hop, guardHost(hop.url, allowHosts, resolve), signal);
        const next = followRedirect(hop, response);
        if (!next || options.redirect === 'manual') {
          const hasBody = hop.method !== 'HEAD' && !next;
          const bytes = hasBody ? await readBody(response, maxBytes) : new Uint8Array();
          return { ...present(hop.url, response, bytes), redirectsTo: next?.url.href ?? null };
        }
        response.destroy();
        hop = next;
      }
    } catch (error) {
      throw explain(error, { timeout, timeoutMs, signal });
    } finally {
      response?.destroy();
    }
    throw new FetchFailed(`More than ${MAX_REDIRECTS} redirects`);
  };
  return (address, options) =>
    inSpan('outbound', callTo(options?.method ?? 'GET', address), async (note) => {
      const response = await fetchGuarded(address, options);
      note({ 'http.response.status_code': response.status });
      return response;
    });
}

function readUrl(address: string, base?: URL): URL {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address, base)) {
    throw new FetchRefused('This is not a web address');
  }
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefused('Only http and https addresses are fetched');
  }
  if (url.username || url.password) {
    throw new FetchRefused('Addresses with a user name or password are not fetched');
  }
  return url;
}

function readHeaders({ headers = {}, accept }: GuardedFetchOptions): Record<string, string> {
  const given = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OWN_HEADERS.has(name));
  return {
    ...Object.fromEntries(given),
    ...(accept ? { accept } : {}),
    'user-agent': USER_AGENT,
    'accept-encoding': 'gzip, deflate, br',
  };
}

/** Refuses a host that we may not reach, or says how its name becomes an address. */
function guardHost(url: URL, allowHosts: readonly string[], resolve: Resolve): LookupFunction {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (allowHosts.includes(`${url.hostname}:${port}`)) return makeLookup(resolve, () => true);
  const hostname = bareHost(url);
  const isOpen = isIP(hostname) ? isPublicAddress(hostname) : isPublicName(hostname);
  if (!isOpen) throw notPublic();
  return makeLookup(resolve, isPublicAddress);
}

/**
 * The socket connects to the very addresses that were judged here, so a name that answers
 * differently a moment later gains nothing. One inner address among them refuses the name.
 */
export function makeLookup(
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new FetchFailed('The host name has no address'), []);
        if (!found.every(({ address }) => isAllowed(address))) return callback(notPublic(), []);
        if (options.all) return callback(null, found);
        return callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

function resolveAll(hostname: string) {
  return resolveName(hostname, { all: true, order: 'verbatim' });
}

/** Without the brackets of IPv6 and without the dot that ends a full name. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function send(hop: Hop, lookup: LookupFunction, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method, headers, body } = hop;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname: bareHost(url),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers, host: url.host },
      // A connection of its own: none that was opened under other rules is used again.
      agent: false,
      lookup,
      signal,
    });
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(new FetchFailed('The host closed the connection')));
    outgoing.end(body);
  });
}

function followRedirect(hop: Hop, response: IncomingMessage): Hop | undefined {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const url = readUrl(location, hop.url);
  const isSameOrigin = url.origin === hop.url.origin;
  const keepsBody = status === 307 || status === 308 || hop.method !== 'POST';
  if (!isSameOrigin && keepsBody && hop.body !== undefined) {
    throw new FetchRefused('What we send is not passed on to another host');
  }
  return {
    url,
    method: keepsBody && !(status === 303 && hop.method !== 'HEAD') ? hop.method : 'GET',
    headers: isSameOrigin ? hop.headers : dropSecrets(hop.headers),
    body: keepsBody ? hop.body : undefined,
  };
}

/** Another host learns only what any visitor would say. */
function dropSecrets(headers: Record<string, string>): Record<string, string> {
  const open = ['accept', 'accept-language', 'accept-encoding', 'user-agent'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => open.includes(name)));
}

function present(url: URL, response: IncomingMessage, bytes: Uint8Array) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (name !== 'set-cookie' && value !== undefined) headers.set(name, String(value));
  }
  const text = () => decodeText(bytes, headers.get('content-type'));
  return {
    status: response.statusCode ?? 0,
    headers,
    url: url.href,
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
}

function notPublic(): FetchRefused {
  return new FetchRefused('Only public addresses are fetched');
}

function explain(
  error: unknown,
  { timeout, timeoutMs, signal }: { timeout: AbortSignal; timeoutMs: number; signal: AbortSignal },
): Error {
  if (error instanceof FetchRefused || error instanceof FetchFailed) return error;
  if (timeout.aborted) return new FetchFailed(`No complete response within ${timeoutMs / 1000} s`);
  if (signal.aborted) return new FetchFailed('The fetch was given up');
  const code = codeOf(error);
  const reason = REASONS[code] ?? (code ? `The fetch failed (${code})` : 'The fetch failed');
  return new FetchFailed(reason, { cause: error });
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'The host name is not known',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host closed the connection',
  ETIMEDOUT: 'The host did not answer',
  Z_DATA_ERROR: 'The response could not be unpacked',
  Z_BUF_ERROR: 'The response could not be unpacked',
};
