import { isIP, isIPv4 } from 'node:net';
import type { Context } from 'hono';
import type { Env } from '#platform/http/endpoint.server.ts';
import type { Origin } from '#platform/viewer.ts';

const UNKNOWN = 'unknown';

/** Without port, brackets or zone, and an IPv4 address in IPv6 clothes undressed. */
const readAddress = (text: string | undefined): string | null => {
  const plain = (text ?? '')
    .trim()
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  const address = (mapped ?? plain).toLowerCase();
  return isIP(address) ? address : null;
};

/**
 * The client's address. Each trusted proxy appends the address it saw, so with n of them the n-th from the right is
 * the client; entries further left come from the client itself and are ignored.
 */
export const clientAddress = (
  request: Request,
  incomingAddress: string | undefined,
  trustProxy: number,
): string => {
  const incoming = readAddress(incomingAddress) ?? UNKNOWN;
  if (trustProxy === 0) return incoming;
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',');
  return readAddress(hops.at(-Math.min(trustProxy, hops.length))) ?? incoming;
};

/** The eight groups of an IPv6 address; the URL parser writes every spelling of one in one way. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right];
};

/** Key of the rate limits: an IPv6 visitor owns a whole /64, so the rest is ignored. */
export const originKey = (address: string): string => {
  if (isIPv4(address) || !isIP(address)) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
};

/** The network around an address, for forms that anybody may send: what one customer of a provider is given at most. */
export const networkOf = (address: string): string => {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIP(address)) return address;
  const [a, b, c, d = '0'] = groupsOf(address);
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) & 0xff00).toString(16)}::/56`;
};

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The address as the server saw it, or as the embedding program set it. */
export const addressOf = (c: Context<Env>, trustProxy: number): string => {
  const bindings = c.env as NodeBindings | undefined;
  const incoming = c.get('address') ?? bindings?.incoming?.socket?.remoteAddress;
  return clientAddress(c.req.raw, incoming, trustProxy);
};

const MAX_AGENT = 300;

/** Address and browser of a request, for the activity. */
export const originOf = (c: Context<Env>, trustProxy: number): Origin => ({
  address: addressOf(c, trustProxy),
  agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT),
});
