import { describe, expect, it } from 'vitest';
import { clientAddress, networkOf, originKey } from './client-address.server.ts';

describe('clientAddress', () => {
  it.each([
    [0, '1.1.1.1', '9.9.9.9', '9.9.9.9'],
    [1, '1.1.1.1', '9.9.9.9', '1.1.1.1'],
    [1, 'spoofed, 8.8.8.8, 1.1.1.1', '9.9.9.9', '1.1.1.1'],
    [2, '8.8.8.8, 1.1.1.1, 7.7.7.7', '9.9.9.9', '1.1.1.1'],
    [3, '1.1.1.1', '9.9.9.9', '1.1.1.1'],
    [1, 'not an address', '9.9.9.9', '9.9.9.9'],
    [1, '1.1.1.1:5050', '9.9.9.9', '1.1.1.1'],
    [1, '[2001:DB8::1]:443', '9.9.9.9', '2001:db8::1'],
    [0, '1.1.1.1', '::ffff:9.9.9.9', '9.9.9.9'],
    [0, '1.1.1.1', undefined, 'unknown'],
  ])('PROMISE 3 with %i proxies and %j from %s is %s', (proxies, header, incoming, expected) => {
    expect(clientAddress(header, incoming, proxies)).toBe(expected);
  });
});

describe('originKey', () => {
  it('PROMISE 3 counts the whole /64 of an IPv6 visitor as one', () => {
    const spellings = ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff::', '2001:db8:1:2:3:4:5:6'];
    expect(new Set(spellings.map(originKey)).size).toBe(1);
    expect(originKey('2001:db8:1:3::1')).not.toBe(originKey('2001:db8:1:2::1'));
    expect(originKey('::1')).toBe('::/64');
    expect(originKey('203.0.113.7')).toBe('203.0.113.7/32');
    expect(originKey('unknown')).toBe('unknown');
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.250', '203.0.113.0/24'],
    ['203.0.114.7', '203.0.114.0/24'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:DB8:1:201:9::', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['::1', '::/56'],
    ['unknown', 'unknown'],
  ])('%s is of the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
