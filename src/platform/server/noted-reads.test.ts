import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { faq } from '#content/faq/faq.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { endpoint } from '#platform/http/endpoint.server.ts';
import { htmlPage, type Served, type ServeOptions, serve } from '#testing/serve.ts';

const { question, slug, isPublished } = tableOf(faq);

const base = {
  method: 'get',
  tag: { name: 'Made up', description: 'A service that another team wrote.' },
  summary: 'What it found',
  access: 'public',
  response: z.array(z.string()),
} as const;

/** Services that read other types, each in a way of its own, and say nothing of it. */
const mount: ServeOptions['mount'] = (api, { connection: { db } }) => {
  endpoint(api, {
    ...base,
    id: 'getMadeUpPlain',
    path: '/api/made-up-plain',
    handle: async () => {
      const rows = await db
        .select({ question })
        .from(tableOf(faq))
        .where(eq(isPublished, true))
        .orderBy(slug);
      return rows.map((row) => row.question);
    },
  });
  endpoint(api, {
    ...base,
    id: 'getMadeUpRaw',
    path: '/api/made-up-raw',
    handle: async () => {
      const { rows } = await db.execute<{ question: string }>(
        sql.raw('select e.question from faq_entries as e where e.is_published order by e.slug'),
      );
      return rows.map((row) => row.question);
    },
  });
  endpoint(api, {
    ...base,
    id: 'getMadeUpInside',
    path: '/api/made-up-inside',
    handle: () =>
      db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ all: { question: string }[] }>(
          sql`select json_agg(e order by e.slug) as all from ${tableOf(faq)} e where e.is_published`,
        );
        return rows.flatMap(({ all }) => all.map((row) => row.question));
      }),
  });
};

const READS = ['/api/made-up-plain', '/api/made-up-raw', '/api/made-up-inside'];
const PATHS = [...READS, '/made-up'];

let site: Served;
let item = { id: 0, question: '' };
beforeAll(async () => {
  site = await serve({
    mount,
    render: async (_url, { api }) => {
      const texts = READS.map(async (path) => (await api.request(path)).text());
      return htmlPage((await Promise.all(texts)).join());
    },
  });
  item = JSON.parse((await site.get('/api/faq?limit=1')).text)[0];
});
afterAll(() => site.close());

const stateOf = async (path: string) => (await site.get(path)).headers['x-cache'];
const fill = async () => {
  for (const path of PATHS) await expect.poll(() => stateOf(path), { interval: 20 }).toBe('hit');
};
const edit = async (change: object) =>
  expect((await site.edit('PUT', `/api/faq/${item.id}`, change)).status).toBe(200);

it('PROMISE 23 a service that notes nothing shows an edit of another type, after 2 s at most', async () => {
  await fill();
  await edit({ question: 'Who noted this?' });
  for (const path of READS) expect([path, await stateOf(path)]).not.toEqual([path, 'hit']);
  await fill();
  for (const path of PATHS) expect((await site.get(path)).text).toContain('Who noted this?');
});

it('PROMISE 5 and at once what another type withdraws', async () => {
  await fill();
  await edit({ isPublished: false });
  for (const path of PATHS) {
    expect((await site.get(path)).text).not.toContain('Who noted this?');
  }
  await edit({ isPublished: true });
});

it('an edit of a field that a statement does not name costs no render', async () => {
  await fill();
  await edit({ answer: 'Another answer.' });
  expect(await stateOf('/api/made-up-plain')).toBe('hit');
  expect(await stateOf('/api/made-up-raw')).toBe('hit');
});

it('whatever stands on the platform reads rows through the database that notes them, and through no connection of its own', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const names = await readdir(root, { recursive: true });
  const files = names.filter(
    (name) => /^(kit|modules|content|tools|app)\/.*\.ts$/.test(name) && !name.endsWith('.test.ts'),
  );
  const sources = await Promise.all(
    files.map(async (name) => ({ name, source: await readFile(`${root}/${name}`, 'utf8') })),
  );
  const own = sources.filter(({ source }) =>
    /\b(pool|client)\.(query|connect)\(|\$client\b|\bconnection\.(pool|url)\b|^import (?!type).* from 'pg'|\bdrizzle\(| connect\(/m.test(
      source,
    ),
  );
  // The start of a process opens its connections, and hands out the parts that count, rehearse and listen.
  expect(own.map(({ name }) => name).sort()).toEqual([
    'app/app.server.ts',
    'app/boot/fill-search.process.server.ts',
    'app/boot/node.server.ts',
    'app/boot/prepare.server.ts',
  ]);
});
