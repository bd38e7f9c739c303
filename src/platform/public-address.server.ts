import { BlockList, isIP, isIPv4 } from 'node:net';

// IANA's special-purpose registries: everything that is not the public Internet.
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // A cloud's inner service that answers on an address which looks public.
  ['168.63.129.16', 32],
] as const;

const CLOSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closedV4 = new BlockList();
for (const [net, prefix] of CLOSED_V4) closedV4.addSubnet(net, prefix, 'ipv4');
const closedV6 = new BlockList();
for (const [net, prefix] of CLOSED_V6) closedV6.addSubnet(net, prefix, 'ipv6');

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

/** Whether an address, as a resolver or a URL spells it, belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4');
  // A zone id names an interface of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return false;
  const groups = expandIpv6(address);
  const [first = 0] = groups;
  const embedded = embeddedIpv4(groups);
  if (embedded) return isPublicAddress(embedded);
  return first >= 0x2000 && first <= 0x3fff && !closedV6.check(address, 'ipv6');
}

/** Whether a host name may be asked for at all; its addresses are judged when it is resolved. */
export function isPublicName(hostname: string): boolean {
  const labels = hostname.toLowerCase().split('.');
  return labels.length > 1 && !INNER_SUFFIXES.includes(labels.at(-1) ?? '');
}

function expandIpv6(address: string): number[] {
  // The URL parser turns every spelling, also a dotted tail, into plain groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = readGroups(head);
  if (tail === undefined) return left;
  const right = readGroups(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function readGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address that a mapped (::ffff:0:0/96) or NAT64 (64:ff9b::/96) address leads to. */
function embeddedIpv4(groups: number[]): string | undefined {
  const prefix = groups.slice(0, 6).join();
  const isMapped = prefix === [0, 0, 0, 0, 0, 0xffff].join();
  const isNat64 = prefix === [0x64, 0xff9b, 0, 0, 0, 0].join();
  if (!isMapped && !isNat64) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
