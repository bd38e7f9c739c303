import type { AnyRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { writeHead } from './write-head.ts';

const routerWith = (matches: object[], nonce?: string) =>
  ({ state: { matches }, options: { ssr: { nonce } } }) as unknown as AnyRouter;

const root = {
  status: 'success',
  meta: [{ charSet: 'utf-8' }, { title: 'Site' }, { name: 'description', content: 'All' }],
  links: [
    { rel: 'stylesheet', href: '/a.css' },
    { rel: 'preload', crossOrigin: 'anonymous' },
  ],
  headScripts: [{ children: 'run()' }],
};
const page = {
  status: 'success',
  meta: [{ title: 'A & B' }, { name: 'description', content: '"One"' }, { property: 'og:x' }],
  links: [{ rel: 'canonical', href: 'https://x.example/?a=1&b=2' }],
  headScripts: [{ type: 'application/ld+json', children: '{"a":1}' }],
};

it('P19.01 writes what all pages share first, and lets the page have the last word', () => {
  expect(writeHead(routerWith([root, page], 'n1'))).toBe(
    [
      '<meta charset="utf-8">',
      '<link rel="stylesheet" href="/a.css" data-precedence="default">',
      '<link rel="preload" crossorigin="anonymous">',
      '<script nonce="n1">run()</script>',
      '<title>A &amp; B</title>',
      '<meta name="description" content="&quot;One&quot;">',
      '<meta property="og:x">',
      '<link rel="canonical" href="https://x.example/?a=1&amp;b=2">',
      '<script type="application/ld+json" nonce="n1">{"a":1}</script>',
    ].join(''),
  );
});

it('PROMISE 7 lets no text leave its tag', () => {
  const hostile = '"><script>alert(1)</script>';
  const html = writeHead(
    routerWith([root, { status: 'success', meta: [{ title: hostile }, { name: hostile }] }]),
  );
  expect(html).not.toContain('<script>alert');
});

it('leaves pages that failed or are not there to the router', () => {
  expect(writeHead(routerWith([root]))).toBeNull();
  expect(writeHead(routerWith([root, { ...page, status: 'notFound' }]))).toBeNull();
  expect(writeHead(routerWith([root, { ...page, status: 'error' }]))).toBeNull();
});
