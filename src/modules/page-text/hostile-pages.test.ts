import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { hostilePages, measureProcess } from '#testing/hostile-pages.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { createPageReader, type PageReader } from './page-text.server.ts';

const ORDINARY = '<p>The platform reconciles positions every night.</p>';

let outside: PageServer;
let trickling: LoopbackServer;
let reader: PageReader;
let endTrickle = () => {};

beforeAll(async () => {
  outside = await startPageServer();
  trickling = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('a'), 100);
    response.once('close', () => clearInterval(timer));
    endTrickle = () => response.destroy();
  });
  const allowHosts = [outside.hostPort, trickling.hostPort];
  reader = createPageReader({ fetch: guardedFetch, allowHosts });
  // The first page of a process pays for the start of the thread.
  outside.pages.set('/ordinary', { body: ORDINARY });
  await reader.read(`${outside.url}/ordinary`);
});
afterAll(async () => {
  await Promise.all([outside.close(), trickling.close()]);
});

const readOrdinary = async () => {
  const page = await reader.read(`${outside.url}/ordinary`);
  expect(page).toMatchObject({ kind: 'readable', words: expect.stringContaining('reconciles') });
};

it.each(hostilePages(500_000))(
  'PROMISE 20 a page of 500 kB costs little: %s',
  async (_name, body) => {
    outside.pages.set('/hostile', { body });
    const read = () => reader.read(`${outside.url}/hostile`);
    const { processorMs, memoryMb } = await measureProcess(read);
    expect(processorMs).toBeLessThan(10_000);
    expect(memoryMb).toBeLessThan(300);
  },
);

it('PROMISE 20 the next page is read at once while one trickles and another unpacks to 10 MB', async () => {
  const packed = gzipSync(Buffer.alloc(10_000_000));
  outside.pages.set('/packed', { headers: { 'content-encoding': 'gzip' }, body: packed });
  const trickle = reader.read(`${trickling.url}/`);
  expect(await reader.read(`${outside.url}/packed`)).toMatchObject({
    kind: 'unreadable',
    reason: 'The response is larger than 2048 kB',
  });
  const { ms } = await measureProcess(readOrdinary);
  expect(ms).toBeLessThan(5000);
  endTrickle();
  expect(await trickle).toMatchObject({ kind: 'unreadable' });
});
