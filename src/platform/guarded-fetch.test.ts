import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedFetch, guardedFetch, makeLookup } from './guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from './guarded-fetch-errors.ts';
import { isPublicAddress } from './public-address.server.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const MEGABYTE = 1024 * 1024;
const seen: IncomingMessage[] = [];
let handle: Handler = (_request, response) => response.end('hello');
const server = createServer((request, response) => {
  seen.push(request);
  handle(request, response);
});
let base = '';
let port = 0;
let allowHosts: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
  allowHosts = [`127.0.0.1:${port}`];
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen.length = 0;
});

function respondWith(next: Handler): void {
  handle = next;
}

function redirectTo(location: string, status = 302): void {
  respondWith((request, response) => {
    if (request.url === '/end') return response.end('end');
    return response.writeHead(status, { location }).end();
  });
}

describe('PROMISE 10 what is refused before a byte is sent', () => {
  it.each([
    'http://127.0.0.1:P/',
    'http://localhost:P/',
    'http://LOCALHOST.:P/',
    'http://a.localhost:P/',
    'http://2130706433:P/',
    'http://0x7f000001:P/',
    'http://0177.0.0.1:P/',
    'http://127.1:P/',
    'http://0:P/',
    'http://127.0.0.1.:P/',
    'http://①②⑦.⓪.⓪.①:P/',
    'http://%31%32%37.0.0.1:P/',
    'http://[::1]:P/',
    'http://[::]:P/',
    'http://[::ffff:127.0.0.1]:P/',
    'http://[::ffff:7f00:1]:P/',
    'http://[::127.0.0.1]:P/',
    'http://[64:ff9b::7f00:1]:P/',
    'http://[2002:7f00:1::]:P/',
    'http://[fe80::1%25lo]:P/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://router.local/',
    'http://intranet/',
    'http://user:secret@127.0.0.1:P/',
    'http://user@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://127.0.0.1:P/',
    '//example.com',
    '/path',
    '',
    'http://',
    `http://example.com/${'a'.repeat(5000)}`,
  ])('%s', async (url) => {
    const error = await guardedFetch(url.replaceAll(':P', `:${port}`)).catch((reason) => reason);
    expect(error).toBeInstanceOf(FetchRefused);
    expect(error.message).not.toMatch(/\n|secret|127\.0/);
    expect(seen).toHaveLength(0);
  });

  it.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
    [[{ address: '::ffff:127.0.0.1', family: 6 }]],
    [[{ address: '64:ff9b::7f00:1', family: 6 }]],
    [[{ address: 'fe80::1%lo', family: 6 }]],
  ])('a name that resolves to %j', async (addresses) => {
    const fetchRebound = createGuardedFetch({ resolve: async () => addresses });
    await expect(fetchRebound(`http://rebind.example.com:${port}/`)).rejects.toBeInstanceOf(
      FetchRefused,
    );
    expect(seen).toHaveLength(0);
  });

  it('a name that answers differently the second time is asked once, and that answer is used', async () => {
    let asked = 0;
    const lookup = makeLookup(async () => {
      asked += 1;
      return [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    }, isPublicAddress);
    const ask = () =>
      new Promise((resolve) => {
        lookup('rebind.example.com', { all: true }, (error, found) => resolve(error ?? found));
      });
    expect(await ask()).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(asked).toBe(1);
    expect(await ask()).toBeInstanceOf(FetchRefused);
  });

  it('a host is allowed by its exact name and port alone', async () => {
    respondWith((_request, response) => response.end('hello'));
    expect((await guardedFetch(base, { allowHosts })).text()).toBe('hello');
    for (const other of [
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      `localhost:${port}`,
      `127.0.0.1:${port}0`,
    ]) {
      await expect(guardedFetch(base, { allowHosts: [other] })).rejects.toBeInstanceOf(
        FetchRefused,
      );
    }
    expect(seen).toHaveLength(1);
    const named = createGuardedFetch({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const feed = await named(`http://feed.intranet:${port}/`, {
      allowHosts: [`feed.intranet:${port}`],
    });
    expect([feed.status, seen[1]?.headers.host]).toEqual([200, `feed.intranet:${port}`]);
  });
});

describe('PROMISE 10 redirects', () => {
  it.each([
    'http://localhost:P/',
    'http://[::1]:P/',
    'http://2130706434:P/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    '//localhost:P/',
    'http://u:p@127.0.0.1:P/',
    'http://',
  ])('are refused to %s', async (location) => {
    redirectTo(location.replaceAll(':P', `:${port}`));
    await expect(guardedFetch(base, { allowHosts })).rejects.toBeInstanceOf(FetchRefused);
    expect(seen).toHaveLength(1);
  });

  it('are followed within a host, up to five', async () => {
    redirectTo('/end');
    const response = await guardedFetch(`${base}/start`, { allowHosts });
    expect([response.text(), response.url]).toEqual(['end', `${base}/end`]);
    redirectTo('/again');
    await expect(guardedFetch(base, { allowHosts })).rejects.toThrow('More than 5 redirects');
    expect(seen).toHaveLength(2 + 6);
  });

  it('carry no secret and no body to another host', async () => {
    const other = `other.example:${port}`;
    const fetchNamed = createGuardedFetch({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const options = {
      allowHosts: [...allowHosts, other],
      headers: { Authorization: 'Bearer x', 'X-Api-Key': 'y' },
    };
    redirectTo(`http://${other}/end`);
    await fetchNamed(base, options);
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer x', 'x-api-key': 'y' });
    expect(seen[1]?.headers.authorization ?? seen[1]?.headers['x-api-key']).toBeUndefined();
    redirectTo(`http://${other}/end`, 307);
    await expect(
      fetchNamed(base, { ...options, method: 'POST', body: '{}' }),
    ).rejects.toBeInstanceOf(FetchRefused);
  });

  it.each([
    [303, 'GET'],
    [302, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ] as const)('of a POST by %d go on as %s', async (status, method) => {
    redirectTo('/end', status);
    await guardedFetch(base, { allowHosts, method: 'POST', body: 'x' });
    expect(seen.map((request) => request.method)).toEqual(['POST', method]);
  });
});

describe('PROMISE 20 time and size', () => {
  it('give up a body that trickles, within the bound for the whole call', async () => {
    let closed = false;
    respondWith((request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      request.socket.once('close', () => {
        closed = true;
        clearInterval(timer);
      });
    });
    const start = performance.now();
    await expect(guardedFetch(base, { allowHosts, timeoutMs: 300 })).rejects.toThrow(
      'No complete response within 0.3 s',
    );
    expect(performance.now() - start).toBeLessThan(1500);
    await wait(50);
    expect(closed).toBe(true);
  });

  it.each<[string, Handler]>([
    ['never answers', () => {}],
    ['never ends', (_request, response) => response.writeHead(200).flushHeaders()],
    [
      'redirects slowly',
      (_request, response) => {
        setTimeout(() => response.writeHead(302, { location: '/' }).end(), 120);
      },
    ],
    [
      'sends nothing of its packed body',
      (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'deflate' }).flushHeaders(),
    ],
  ])('give up a host that %s', async (_name, handler) => {
    respondWith(handler);
    await expect(guardedFetch(base, { allowHosts, timeoutMs: 300 })).rejects.toThrow(
      /within 0\.3 s/,
    );
  });

  it('give up a name that is never resolved, and a caller who leaves', async () => {
    const fetchStuck = createGuardedFetch({ resolve: () => new Promise(() => {}) });
    const start = performance.now();
    await expect(fetchStuck('http://slow.example.com/', { timeoutMs: 200 })).rejects.toThrow(
      /within/,
    );
    respondWith(() => {});
    const leave = new AbortController();
    setTimeout(() => leave.abort(), 50);
    await expect(fetchStuck('https://slow.example.com/', { signal: leave.signal })).rejects.toThrow(
      'The fetch was given up',
    );
    expect(performance.now() - start).toBeLessThan(3000);
    await expect(guardedFetch(base, { allowHosts, signal: leave.signal })).rejects.toThrow(
      'The fetch was given up',
    );
  });

  it('stop a body of 50 MB early, announced or not, without holding the process', async () => {
    const chunk = Buffer.alloc(MEGABYTE, 'x');
    let sent = 0;
    for (const headers of [{}, { 'content-length': String(50 * MEGABYTE) }]) {
      respondWith((_request, response) => {
        response.writeHead(200, headers);
        const push = () => {
          while (sent < 50 && !response.destroyed) {
            sent += 1;
            if (!response.write(chunk)) return void response.once('drain', push);
          }
        };
        push();
      });
      await expect(guardedFetch(base, { allowHosts, maxBytes: MEGABYTE })).rejects.toThrow(
        'The response is larger than 1024 kB',
      );
    }
    await wait(50);
    expect(sent).toBeLessThan(50);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('stop a %s body that unpacks to 100 MB', { retry: 2 }, async (encoding, pack) => {
    const packed = pack(Buffer.alloc(100 * MEGABYTE));
    respondWith((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(packed),
    );
    let last = performance.now();
    let pause = 0;
    const timer = setInterval(() => {
      pause = Math.max(pause, performance.now() - last);
      last = performance.now();
    }, 5);
    await expect(guardedFetch(base, { allowHosts, maxBytes: MEGABYTE })).rejects.toThrow(
      FetchFailed,
    );
    clearInterval(timer);
    expect(pause).toBeLessThan(100);
  });

  it('take a body of exactly the bound, and not one byte more', async () => {
    respondWith((request, response) =>
      response.end('x'.repeat(request.url === '/more' ? 1001 : 1000)),
    );
    expect((await guardedFetch(base, { allowHosts, maxBytes: 1000 })).bytes).toHaveLength(1000);
    await expect(
      guardedFetch(`${base}/more`, { allowHosts, maxBytes: 1000 }),
    ).rejects.toBeInstanceOf(FetchFailed);
  });
});

describe('what comes back', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ] as const)('PROMISE 20 unpacks %s', async (encoding, pack) => {
    respondWith((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"a":"é"}')),
    );
    expect((await guardedFetch(base, { allowHosts })).json()).toEqual({ a: 'é' });
  });

  it.each<[string, Handler]>([
    [
      'broken gzip',
      (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    ],
    [
      'cut gzip',
      (_request, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync('x'.repeat(9000)).subarray(0, 20)),
    ],
    [
      'an unknown packing',
      (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x'),
    ],
    [
      'a cut body',
      (_request, response) =>
        response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy()),
    ],
    ['no HTTP', (request) => request.socket.end('nonsense\r\n\r\n')],
    ['a closed connection', (request) => request.socket.destroy()],
    [
      'an upgrade',
      (request) =>
        request.socket.end(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
    ],
    [
      'endless headers',
      (request) => request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('PROMISE 20 fails in one plain line on %s', async (_name, handler) => {
    respondWith(handler);
    const error = await guardedFetch(base, { allowHosts, timeoutMs: 3000 }).catch(
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(FetchFailed);
    expect(error.message).toMatch(/^The [^\n]{5,80}$/);
  });

  it('PROMISE 20 hands over every status, and says what is not JSON', async () => {
    respondWith((_request, response) =>
      response.writeHead(503, { 'retry-after': '9' }).end('<html>'),
    );
    const response = await guardedFetch(base, { allowHosts });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '9']);
    expect(() => response.json()).toThrow('The response is not valid JSON');
  });

  it('PROMISE 11 sends our own name, no cookie, and keeps none', async () => {
    respondWith((_request, response) => response.writeHead(200, { 'set-cookie': 'a=1' }).end());
    const headers = { Cookie: 'a=1', Host: 'evil', 'User-Agent': 'x', 'X-Own': '1' };
    const response = await guardedFetch(base, {
      allowHosts,
      headers,
      accept: 'application/rss+xml',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    const sent = seen[0]?.headers;
    expect(sent).toMatchObject({
      host: `127.0.0.1:${port}`,
      'x-own': '1',
      accept: 'application/rss+xml',
    });
    expect(sent?.['user-agent']).toContain('Family Office Software');
    expect(sent?.cookie).toBeUndefined();
    await expect(
      guardedFetch(base, { allowHosts, headers: { x: 'a\r\nb: c' } }),
    ).rejects.toBeInstanceOf(FetchFailed);
  });

  it.each([
    ['text/html; charset=iso-8859-1', Buffer.from([0xe9]), 'é'],
    [
      'text/xml',
      Buffer.from('<?xml version="1.0" encoding="windows-1252"?>\u0093', 'latin1'),
      '<?xml version="1.0" encoding="windows-1252"?>“',
    ],
    ['text/plain; charset=nonsense', Buffer.from('é'), 'é'],
    ['text/plain', Buffer.from('\ufeffé', 'utf16le'), 'é'],
  ])('PROMISE 20 reads text in its own encoding: %s', async (type, body, text) => {
    respondWith((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    expect((await guardedFetch(base, { allowHosts })).text()).toBe(text);
  });

  it('PROMISE 20 reads no body after HEAD', async () => {
    respondWith((_request, response) =>
      response.writeHead(200, { 'content-length': String(50 * MEGABYTE) }).end(),
    );
    const response = await guardedFetch(base, { allowHosts, method: 'HEAD' });
    expect([response.status, response.bytes.length]).toEqual([200, 0]);
  });
});
