import { expect, it } from 'vitest';
import { isPublicAddress, isPublicName } from './public-address.server.ts';

it.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:10.0.0.1',
  '::FFFF:169.254.169.254',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:808:808::',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1111%lo',
  'fec0::1',
  'ff02::1',
  '100::1',
  '5f00::1',
  '4000::1',
  '',
  'localhost',
  '2130706433',
  '0x7f.1',
  '127.1',
  '1.2.3',
  '01.2.3.4',
  '::g',
  '[::1]',
  ' 8.8.8.8',
])('PROMISE 10 does not take %j for a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('PROMISE 10 takes %j for a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  'localhost',
  'LOCALHOST',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'router.lan',
  'intranet',
  '1.0.0.127.in-addr.arpa',
  '',
])('PROMISE 10 does not ask for the name %j', (name) => {
  expect(isPublicName(name)).toBe(false);
});

it('PROMISE 10 asks for an ordinary name', () => {
  expect(isPublicName('feeds.example.com')).toBe(true);
});
