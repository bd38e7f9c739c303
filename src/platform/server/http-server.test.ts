import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, htmlPage, postSlowly, type Served, serve, showVendors } from '#testing/serve.ts';
import { sealScripts } from './defer-scripts.server.ts';
import { normalPath } from './normal-path.ts';

let base = '';
let site: Served;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'fos-static-'));
  await mkdir(join(base, 'client/assets'), { recursive: true });
  await mkdir(join(base, 'uploads'));
  await writeFile(join(base, 'client/assets/app-BxY12_aB.js'), 'let a = 1;'.repeat(200));
  await writeFile(join(base, 'client/robots.txt'), 'hello');
  await writeFile(join(base, 'uploads', `${'a'.repeat(32)}.webp`), 'picture');
  await writeFile(join(base, 'uploads', `${'b'.repeat(32)}.webp`), Buffer.alloc(BIG));
  await writeFile(join(base, 'uploads', 'page.html'), '<script>alert(1)</script>');
  await writeFile(join(base, 'secret.txt'), 'secret');
  await symlink(join(base, 'secret.txt'), join(base, 'uploads/link.webp'));
  site = await serve({
    folders: [join(base, 'client')],
    uploads: join(base, 'uploads'),
    settings: { SITE_URL: 'https://guide.example' },
    server: { timeouts: { headersMs: 300, requestMs: 600, takeMs: 500, idleMs: 30_000 } },
    render: async (url, context) => {
      if (url.pathname === '/broken') throw new Error('deliberately broken');
      if (url.pathname === '/moved') return Response.redirect('https://guide.example/here', 301);
      if (url.pathname === '/failed') {
        context.noteFailure(new Error('the loader failed'));
        return htmlPage(`<p>${context.requestId}</p>`, { status: 500 });
      }
      if (url.pathname === '/half') return htmlPage('<!--$!--><template></template><!--/$-->');
      if (url.pathname === '/closed') {
        return htmlPage(url.search, { headers: { 'cache-control': 'no-store' } });
      }
      if (url.pathname === '/cookie') return htmlPage('x', { headers: { 'set-cookie': 'a=b' } });
      if (url.pathname === '/injected') {
        return htmlPage(
          `<script nonce="${context.nonce}">ours()</script><script>theirs()</script>`,
        );
      }
      return showVendors(url, context);
    },
  });
});
afterAll(async () => {
  await site.close();
  await rm(base, { recursive: true, force: true });
});

describe('security headers', () => {
  it('PROMISE 7 every response carries them, and no policy lets inline scripts run', async () => {
    const paths = ['/vendors', '/vendors', '/api/vendors?limit=1', '/api/pages', '/healthz'];
    const more = ['/assets/app-BxY12_aB.js', '/assets/none.js', '/broken', '/nothing/there', '/%'];
    for (const path of [...paths, ...more]) {
      const { headers } = await site.get(path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
      });
      expect(headers['x-request-id'], path).toBeTruthy();
      const scripts = /script-src[^;]*/.exec(headers['content-security-policy'] as string)?.[0];
      expect(scripts ?? '', path).not.toContain('unsafe');
    }
  });

  it('PROMISE 7 names the page’s own inline scripts and no other', async () => {
    const reply = await site.get('/injected');
    const policy = String(reply.headers['content-security-policy']);
    expect(policy.match(/'sha256-/g)).toHaveLength(1);
    expect(reply.text).toContain('<script>ours()</script>');
    expect(reply.text).not.toContain('nonce');
    const { hashes } = sealScripts('<script nonce="n">ours()</script>', 'n');
    expect(policy).toContain(hashes[0]);
  });

  it('PROMISE 7 hashes neither data nor files', () => {
    const html =
      '<script nonce="n" src="/a.js"></script><script nonce="n" type="application/ld+json">{}</script><meta property="csp-nonce" content="n">';
    expect(sealScripts(html, 'n')).toEqual({
      hashes: [],
      html: '<script src="/a.js"></script><script type="application/ld+json">{}</script>',
    });
  });
});

describe('addresses', () => {
  it.each([
    ['/Vendors/', '/vendors'],
    ['//vendors', '/vendors'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/a/../vendors', '/vendors'],
    ['/vendors/?page=2', '/vendors?page=2'],
    ['/%2e%2e//evil.example', '/evil.example'],
    ['/%76endors/%61ddepar', '/vendors/addepar'],
    ['/vendors/addepar%20%20', '/vendors/addepar'],
    ['/sitemap%2Exml', '/sitemap.xml'],
    ['/%56endors%2f%5f%7e%2d', '/vendors%2F_~-'],
  ])('PROMISE 8 redirects %s to its one spelling on this site', async (from, to) => {
    const reply = await site.get(from);
    expect([reply.status, reply.headers.location]).toEqual([301, to]);
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it('PROMISE 8 no spelling leads off the site', () => {
    for (const path of ['/\\/evil.example', '/////evil.example', '/.//evil.example', '/%5cevil']) {
      expect(normalPath(path)).toMatch(/^\/(?![/\\])/);
    }
    for (const path of ['http://evil.example/', '*', '', '/%zz', `/${'a'.repeat(3000)}`]) {
      expect(normalPath(path)).toBeNull();
    }
  });

  it('PROMISE 8 keeps a redirect, as a path, whatever the Host', async () => {
    const first = await site.get('/moved', { host: 'evil.example' });
    expect([first.status, first.headers.location]).toEqual([301, '/here']);
    expect(first.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await site.get('/moved')).headers['x-cache']).toBe('hit');
  });

  it('PROMISE 12 escaped letters in an API path share the entry of the plain one', async () => {
    await site.get('/api/vendors?limit=3');
    const reply = await site.get('/api/%76endor%73?limit=3&x=1');
    expect([reply.status, reply.headers['x-cache']]).toEqual([200, 'hit']);
    for (const path of ['/api/vendors%2F..', '/api/%2e%2e/vendors', '/api/vendors/%zz']) {
      expect([path, (await site.get(path)).status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    }
  });

  it('PROMISE 1 another spelling of an API path is no way in', async () => {
    const spellings = ['/API/vendors', '//api/vendors', '/api//vendors', '/Api/Vendors/'];
    for (const path of [...spellings, '/%61pi/vendors', '/%61pi/auth/user']) {
      const reply = await site.get(path, { cookie: site.cookie });
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.headers['content-type']).toContain('application/json');
    }
  });

  it('A14.04 answers a delete without a body, as browsers send it', async () => {
    const { text } = await site.edit('POST', '/api/faq', {
      question: 'Q?',
      slug: 'to-go',
      answer: 'A',
    });
    const { id } = JSON.parse(text);
    const gone = await ask(site.port, `/api/faq/${id}`, {
      method: 'DELETE',
      headers: { cookie: site.cookie },
    });
    expect([gone.status, gone.text]).toEqual([200, '{"success":true}']);
  });

  it('refuses other methods, absolute targets and broken escapes', async () => {
    const post = await ask(site.port, '/vendors', { method: 'POST' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await site.get('http://evil.example/')).status).toBe(400);
    expect((await site.get('/%zz')).status).toBe(400);
    for (const sign of ['%00', '%0d%0a', '%1b', '%7f']) {
      expect((await site.get(`/vendors/addepar${sign}`)).status).toBe(400);
    }
  });

  it('PROMISE 12 a client cannot choose its request id, and reads the real one', async () => {
    for (const name of ['x-request-id-internal', 'x-request-id']) {
      const reply = await site.get('/api/pages', { [name]: 'forged-request-id' });
      expect(JSON.stringify([reply.text, reply.headers])).not.toContain('forged');
      expect(JSON.parse(reply.text).requestId).toBe(reply.headers['x-request-id']);
    }
  });
});

describe('files', () => {
  it('serves built files for ever, packed and with a tag', async () => {
    const path = '/assets/app-BxY12_aB.js';
    const plain = await site.get(path);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const packed = await site.get(path, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const same = await site.get(path, { 'if-none-match': String(plain.headers.etag) });
    expect(same.status).toBe(304);
    expect((await site.get('/robots.txt')).headers['cache-control']).not.toContain('immutable');
    expect((await site.get('/assets/gone.js')).status).toBe(404);
  });

  it('PROMISE 7 leads nowhere outside its folders, and runs nothing that was uploaded', async () => {
    const tries = ['/../secret.txt', '/assets/../../secret.txt', '/uploads/../secret.txt'];
    const more = ['/uploads/%2e%2e/secret.txt', '/uploads/link.webp', '/uploads/..%2fsecret.txt'];
    for (const path of [...tries, ...more]) {
      expect((await site.get(path)).text, path).not.toBe('secret');
    }
    const picture = await site.get(`/uploads/${'a'.repeat(32)}.webp`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await site.get('/uploads/page.html')).text).not.toContain('alert');
  });
});

describe('faults', () => {
  it('PROMISE 25 an error is one request’s alone: a 500 with its id, the story in the log', async () => {
    const reply = await site.get('/broken');
    const id = String(reply.headers['x-request-id']);
    expect(reply.status).toBe(500);
    expect(reply.text).toContain(id);
    expect(reply.text).not.toContain('deliberately');
    const line = site.lines.find((one) => one.requestId === id && one.err);
    expect(line).toMatchObject({ err: { message: 'deliberately broken' } });
    expect((await site.get('/vendors')).status).toBe(200);
  });

  it('PROMISE 25 a failed page that is whole and names its request has its story in the log, too', async () => {
    const reply = await site.get('/failed');
    const id = String(reply.headers['x-request-id']);
    expect([reply.status, reply.text.includes(id)]).toEqual([500, true]);
    const line = site.lines.find((one) => one.requestId === id && one.err);
    expect(line).toMatchObject({ path: '/failed', err: { message: 'the loader failed' } });
  });

  it('PROMISE 25 a page of which a part failed is a failed page, and never cached', async () => {
    const reply = await site.get('/half');
    const id = String(reply.headers['x-request-id']);
    expect(reply.status).toBe(500);
    expect(reply.text).toContain(id);
    const line = site.lines.find((one) => one.requestId === id && one.level === 50);
    expect(line).toMatchObject({ path: '/half', msg: 'a part of the page could not be rendered' });
    expect((await site.get('/half')).headers['x-cache']).not.toBe('hit');
  });

  it('writes one line a request, without the query', async () => {
    const reply = await site.get('/vendors?token=hidden');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const id = reply.headers['x-request-id'];
    const lines = site.lines.filter((one) => one.requestId === id);
    expect(lines).toMatchObject([{ method: 'GET', path: '/vendors', status: 200 }]);
    expect(JSON.stringify(lines)).not.toContain('hidden');
  });

  it('PROMISE 9 never keeps a page that says so, here or in a cache in front', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { headers } = await site.get('/closed?q=token');
      expect([headers['x-cache'], headers['cache-control']]).toEqual(['miss', 'private, no-store']);
    }
  });

  it('never caches a response with a cookie', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { headers } = await site.get('/cookie');
      expect([headers['x-cache'], headers['cache-control']]).toEqual(['miss', 'private, no-store']);
      expect(headers['set-cookie']).toEqual(['a=b']);
    }
  });

  it('PROMISE 22 drops a client that takes no byte of its response, and not one that takes them slowly', async () => {
    const ask = () => {
      const socket = connectSocket(site.port, '127.0.0.1').on('error', () => undefined);
      socket.pause();
      socket.write(
        `GET /uploads/${'b'.repeat(32)}.webp HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      return socket;
    };
    const readAll = async (socket: Socket, pauseMs: number) => {
      let received = 0;
      let atOnce = 0;
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        atOnce += chunk.length;
        if (atOnce < 4_000_000 || pauseMs === 0) return;
        atOnce = 0;
        socket.pause();
        setTimeout(() => socket.resume(), pauseMs);
      });
      socket.resume();
      await once(socket, 'close');
      return received;
    };
    const slow = readAll(ask(), 200);
    const stuck = ask();
    await sleep(2500);
    // What the system holds for it is all that it ever gets.
    expect(await readAll(stuck, 0)).toBeLessThan(BIG);
    expect(await slow).toBeGreaterThan(BIG);
  });

  it('PROMISE 22 drops slow clients and serves the others meanwhile', async () => {
    const since = Date.now();
    const slow = Array.from({ length: 20 }, (_, i) => {
      const socket = connectSocket(site.port, '127.0.0.1');
      // Half of them never finish their headers, the others never finish their body.
      socket.write(i % 2 ? 'GET / HTTP/1.1\r\nHost: x\r\n' : SLOW_BODY);
      socket.on('error', () => undefined).resume();
      return new Promise<number>((resolve) =>
        socket.on('close', () => resolve(Date.now() - since)),
      );
    });
    expect((await site.get('/vendors')).status).toBe(200);
    expect(Date.now() - since).toBeLessThan(1000);
    expect(Math.max(...(await Promise.all(slow)))).toBeLessThan(5000);
    expect((await site.get('/vendors')).status).toBe(200);
  });
});

it('PROMISE 12 an anonymous visitor is refused before the body is read, and a cut body is no error of ours', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const node = await serve({ render: async () => htmlPage('a page') });
  const refusals = ['/api/uploads', '/api/faq', '/api/faq/import', '/api/no-such-call'].map(
    (path) =>
      new Promise<string>((resolve) => {
        const socket = connectSocket(node.port, '127.0.0.1');
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
        socket.write(head + chunk);
        socket
          .on('error', () => undefined)
          .once('data', (data) => {
            resolve(`${path} ${data.toString('latin1').slice(9, 12)}`);
            socket.destroy();
          });
      }),
  );
  expect(await Promise.all(refusals)).toEqual([
    '/api/uploads 401',
    '/api/faq 401',
    '/api/faq/import 401',
    '/api/no-such-call 404',
  ]);
  const cut = connectSocket(node.port, '127.0.0.1');
  cut.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  cut.destroy();
  await expect
    .poll(() => node.lines.filter(({ path }) => path === '/api/auth/login').length)
    .toBe(1);
  expect(node.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await node.close();
});

/** Far more than the system takes for a client that does not read. */
const BIG = 30_000_000;

const SLOW_BODY =
  'POST /api/vendors HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

/** Visitors with a thread of their own: they connect while this one is busy. */
const VISITORS = `
  const { get } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const visit = () => new Promise((resolve) => {
    const options = { port: workerData.port, host: '127.0.0.1', path: '/healthz', agent: false };
    get(options, (res) => { res.resume(); res.on('end', () => resolve(res.statusCode)); })
      .on('error', (error) => resolve(error.code));
  });
  Promise.all(Array.from({ length: 20 }, visit)).then((seen) => parentPort.postMessage(seen));`;

it('PROMISE 22 who connected while the process was busy is answered before the port closes', async () => {
  const node = await serve({ render: async () => htmlPage('a page') });
  const visitors = new Worker(VISITORS, { eval: true, workerData: { port: node.port } });
  const seen = new Promise((resolve) => visitors.once('message', resolve));
  await new Promise((resolve) => visitors.once('online', resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await node.close();
  expect(await seen).toEqual(Array(20).fill(200));
});

it('PROMISE 22 a request that began before the stop gets its response, however slowly its body comes', async () => {
  for (let round = 0; round < 3; round += 1) {
    const node = await serve();
    const post = postSlowly(node.port, node.cookie, `slow-${round}`);
    await post.begun;
    const closed = node.node.close(9000);
    expect([round, await post.status]).toEqual([round, 201]);
    await closed;
    await node.close();
  }
});

it('PROMISE 22 a stop does not cut a response that is slowly taken, nor wait for who never asked', async () => {
  const size = 30_000_000;
  const node = await serve({ render: async () => htmlPage('x'.repeat(size)) });
  const silent = connectSocket(node.port, '127.0.0.1').on('error', () => undefined);
  await once(silent, 'connect');
  const received = new Promise((resolve) => {
    const target = { port: node.port, host: '127.0.0.1', path: '/large', agent: false };
    request(target, (res) => {
      let bytes = 0;
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      res.on('error', () => undefined).on('close', () => resolve(bytes));
      res.pause();
      setTimeout(() => res.resume(), 1500);
    }).end();
  });
  await expect.poll(() => node.renders()).toBe(1);
  await sleep(300);
  const since = performance.now();
  await node.node.close(9000);
  expect(await received).toBeGreaterThan(size);
  expect(performance.now() - since).toBeLessThan(8000);
  await node.close();
});
