import ipaddr, { type IPv6 } from 'ipaddr.js';

/** Names that mean this machine or its own network, whatever a resolver says. */
const INNER_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'arpa',
];

/** A cloud's inner service that answers on an address which looks public. */
const LOOKS_PUBLIC = '168.63.129.16';

/** The range given out for the Internet at large; the rest of IPv6 is unassigned. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address, as a resolver or a URL spells it, belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  // A zone id names an interface of this machine.
  if (ipaddr.IPv6.isValid(address) && !address.includes('%'))
    return isPublicV6(ipaddr.IPv6.parse(address));
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) || address === LOOKS_PUBLIC) return false;
  return ipaddr.IPv4.parse(address).range() === 'unicast';
}

function isPublicV6(address: IPv6): boolean {
  const range = address.range();
  // Both lead to an IPv4 address, the last four bytes.
  if (range === 'ipv4Mapped' || range === 'rfc6052')
    return isPublicAddress(address.toByteArray().slice(12).join('.'));
  return range === 'unicast' && address.match(GLOBAL_V6);
}

/** Whether a host name may be asked for at all; its addresses are judged when it is resolved. */
export function isPublicName(hostname: string): boolean {
  const labels = hostname.toLowerCase().split('.');
  return labels.length > 1 && !INNER_SUFFIXES.includes(labels.at(-1) ?? '');
}
