import { expect, it } from 'vitest';
import { isFromHosts, isPictureAddress, isSafeLink } from './safe-link.ts';

it.each(['/vendors', '/apiary', '/', 'https://example.com/api/x', 'http://example.com/?q=1#a'])(
  'PROMISE 7 a link may lead to %s',
  (link) => expect(isSafeLink(link)).toBe(true),
);

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'https://user@evil.example',
  'https://',
  'vendors',
  '/api',
  '/api/logout',
  '/API/Logout?x',
  '/%61pi/logout',
  '/x/../api/logout',
  '/.//api/logout',
  '/api%2Flogout',
  'http://localhost:3000/api/logout',
  'https://guide.example//API/logout',
])('PROMISE 7 PROMISE 4 no link may be %s', (link) => expect(isSafeLink(link)).toBe(false));

it('PROMISE 11 pictures are files of ours or come over https, from hosts that are named', () => {
  for (const ours of ['/uploads/a.webp', '/images/news/a.svg']) {
    expect([ours, isPictureAddress(ours)]).toEqual([ours, true]);
  }
  for (const other of ['http://example.com/a.png', 'data:image/png;base64,AA', '/api/logout']) {
    expect([other, isPictureAddress(other)]).toEqual([other, false]);
  }
  const hosts = ['images.unsplash.com'];
  expect(isFromHosts('https://images.unsplash.com/x', hosts)).toBe(true);
  expect(isFromHosts('https://images.unsplash.com.evil.example/x', hosts)).toBe(false);
  expect(isFromHosts('https://images.unsplash.com:8443/x', hosts)).toBe(false);
});
