import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openSession } from '#modules/auth/sessions.server.ts';
import { makeUser } from '#testing/auth/make-user.ts';
import { type Served, serve } from '#testing/serve.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';

const QUOTE = 'The platform reconciles positions with custodians every night.';

let site: Served;
let outside: LoopbackServer;
const asked: string[] = [];
const held = new Set<() => void>();

beforeAll(async () => {
  outside = await startLoopback((request, response) => {
    asked.push(request.url ?? '');
    held.add(() => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${QUOTE}</p>`));
  });
  site = await serve({ settings: { FETCH_ALLOW_HOSTS: outside.hostPort } });
});
afterEach(() => {
  asked.length = 0;
  held.clear();
});
afterAll(async () => {
  await site.close();
  await outside.close();
});

const answerAll = () => {
  for (const answer of held) answer();
  held.clear();
};

const sourcesAt = (name: string, count: number) =>
  Array.from({ length: count }, (_, page) => ({
    field: 'founded',
    value: '2001',
    url: `${outside.url}/${name}/${page}`,
    quote: QUOTE,
  }));

const save = (cookie: string, id: number, sources: object[], signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${site.port}/api/vendors/${id}`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ sources }),
    signal: signal ?? null,
  });

it('PROMISE 20 reads two pages at once for a person, and those of another person beside them', async () => {
  const { id } = await makeUser(site.connection.db, 'other@example.com');
  const { token } = await openSession(site.connection.db, id);
  const other = `${site.cookie.split('=')[0]}=${token}`;
  const many = save(site.cookie, 1, sourcesAt('many', 5));
  await expect.poll(() => asked).toHaveLength(2);
  const one = save(other, 2, sourcesAt('one', 1));
  await expect.poll(() => asked).toContain('/one/0');
  expect(asked).toHaveLength(3);
  for (const expected of [5, 6]) {
    answerAll();
    await expect.poll(() => asked).toHaveLength(expected);
  }
  answerAll();
  expect([(await many).status, (await one).status]).toEqual([200, 200]);
});

it('PROMISE 20 reads no further page for a client that has gone, and stores nothing of it', async () => {
  const before = JSON.parse((await site.edit('GET', '/api/vendors/3', undefined)).text);
  const client = new AbortController();
  const saving = save(site.cookie, 3, sourcesAt('gone', 5), client.signal).catch(() => 'gone');
  await expect.poll(() => asked).toHaveLength(2);
  client.abort();
  expect(await saving).toBe('gone');
  // The log has its line when all of it is over.
  const isOver = () => site.lines.some(({ path, cut }) => path === '/api/vendors/3' && cut);
  await expect.poll(isOver).toBe(true);
  answerAll();
  const again = save(site.cookie, 4, sourcesAt('next', 1));
  await expect.poll(() => asked).toContain('/next/0');
  answerAll();
  expect((await again).status).toBe(200);
  expect(asked).toEqual(['/gone/0', '/gone/1', '/next/0']);
  const after = JSON.parse((await site.edit('GET', '/api/vendors/3', undefined)).text);
  expect(after.version).toBe(before.version);
  expect(site.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
