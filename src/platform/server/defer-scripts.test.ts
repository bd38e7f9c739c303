import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

const page = (nonce: string) =>
  '<!doctype html><html><head><link rel="modulepreload" href="/assets/a.js"/>' +
  `<link rel="stylesheet" href="/assets/a.css"/><script nonce="${nonce}">window.early = 1</script></head>` +
  `<body><p>The text &lt;/body> of a page</p><script type="module" async="" src="/assets/b.js" nonce="${nonce}"></script></body></html>`;

let site: Served;
beforeAll(async () => {
  site = await serve({
    render: (url, { nonce }) =>
      new Response(url.pathname === '/plain' ? '<html><body>plain</body></html>' : page(nonce), {
        headers: { 'content-type': 'text/html' },
      }),
  });
});
afterAll(() => site.close());

it('no script shares the line with what paints the page, and every element stays in its place', async () => {
  const { text } = await site.get('/about');
  expect(text).toContain('<link rel="deferred" href="/assets/a.js"/>');
  expect(text).toContain(
    '<script type="module" async="" data-src="/assets/b.js"></script><script>',
  );
  expect(text).not.toContain('modulepreload" href');
  expect(text).not.toMatch(/<script[^>]*\ssrc=/);
  expect(text.endsWith('</script></body></html>')).toBe(true);
});

it('PROMISE 7 the policy names the starter by its hash', async () => {
  const { text, headers } = await site.get('/about');
  const starter = /<script>(\(\(\) => [\s\S]*?)<\/script><\/body>/.exec(text)?.[1] ?? '';
  expect(starter).toContain('PerformanceObserver');
  const hash = createHash('sha256').update(starter).digest('base64');
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
});

it('leaves a page without modules as it is', async () => {
  expect((await site.get('/plain')).text).toBe('<html><body>plain</body></html>');
});
