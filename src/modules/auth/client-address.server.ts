import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
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
  return isIP(plain) ? ipaddr.process(plain).toString() : null;
};

/**
 * The client's address. Each trusted proxy appends the address it saw, so with n of them the n-th from the right is
 * the client; entries further left come from the client itself and are ignored.
 */
export const clientAddress = (
  forwardedFor: string | null | undefined,
  incomingAddress: string | undefined,
  trustProxy: number,
): string => {
  const incoming = readAddress(incomingAddress) ?? UNKNOWN;
  if (trustProxy === 0) return incoming;
  const hops = (forwardedFor ?? '').split(',');
  return readAddress(hops.at(-Math.min(trustProxy, hops.length))) ?? incoming;
};

/** The same of a request as Node has it. */
export const requestAddress = ({ headers, socket }: IncomingMessage, trustProxy: number): string =>
  clientAddress(headers['x-forwarded-for']?.toString(), socket.remoteAddress, trustProxy);

const networkAround = (address: string, bits: { v4: number; v6: number }): string => {
  const kind = isIP(address);
  if (kind === 0) return address;
  const { IPv4, IPv6 } = ipaddr;
  return kind === 4
    ? `${IPv4.networkAddressFromCIDR(`${address}/${bits.v4}`)}/${bits.v4}`
    : `${IPv6.networkAddressFromCIDR(`${address}/${bits.v6}`)}/${bits.v6}`;
};

/** Key of the rate limits: an IPv6 visitor owns a whole /64, so the rest is ignored. */
export const originKey = (address: string) => networkAround(address, { v4: 32, v6: 64 });

/** The network around an address, for forms that anybody may send: what one customer of a provider is given at most. */
export const networkOf = (address: string) => networkAround(address, { v4: 24, v6: 56 });

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The address as the server saw it, or as the embedding program set it. */
export const addressOf = (c: Context<Env>, trustProxy: number): string => {
  const bindings = c.env as NodeBindings | undefined;
  const incoming = c.get('address') ?? bindings?.incoming?.socket?.remoteAddress;
  return clientAddress(c.req.header('x-forwarded-for'), incoming, trustProxy);
};

const MAX_AGENT = 300;

/** Address and browser of a request, for the activity. */
export const originOf = (c: Context<Env>, trustProxy: number): Origin => ({
  address: addressOf(c, trustProxy),
  agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT),
});
