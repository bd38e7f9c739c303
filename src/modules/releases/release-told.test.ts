import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onChange } from '#platform/changes.server.ts';
import { startServer } from '#testing/browser.ts';
import { type LoopbackServer, readRequest, startLoopback } from '#testing/servers/loopback.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { signInTo } from '#testing/sign-in.ts';

const QUOTE = 'The platform reconciles positions with custodians every night.';

let site: Awaited<ReturnType<typeof startServer>>;
let session: Awaited<ReturnType<typeof signInTo>>;
let outside: PageServer;
let receiver: LoopbackServer;
let engine: LoopbackServer;
let events: string[] = [];
let addresses: string[] = [];

beforeAll(async () => {
  outside = await startPageServer();
  receiver = await startLoopback(async (request, response) => {
    const { event, type, slug } = JSON.parse(await readRequest(request));
    events.push(`${event} ${type} ${slug}`);
    response.end();
  });
  engine = await startLoopback(async (request, response) => {
    const { urlList } = JSON.parse(await readRequest(request));
    addresses.push(...urlList.map((url: string) => new URL(url).pathname));
    response.end();
  });
  site = await startServer({
    data: 'starter',
    settings: {
      FETCH_ALLOW_HOSTS: `${outside.hostPort},${receiver.hostPort}`,
      INDEXNOW_KEY: 'a1b2c3d4e5f6',
      INDEXNOW_URL: engine.url,
    },
  });
  session = await signInTo(site.url);
});
afterAll(async () => {
  await site.close();
  for (const server of [outside, receiver, engine]) await server.close();
});

const call: typeof session.call = (...args) => session.call(...args);
const term = async (slug: string, isPublished = true) =>
  (await call('POST', '/api/glossary', { term: slug, slug, definition: 'A word.', isPublished }))
    .body;

/** Whatever was told until now is here when the word of one more term is. */
const settle = async (slug: string) => {
  await term(slug);
  await expect.poll(() => events).toContain(`published glossary ${slug}`);
  await expect.poll(() => addresses).toContain(`/glossary/${slug}`);
  const isOther = (told: string) => !told.endsWith(slug) && told !== '/glossary' && told !== '/';
  const told = { events: events.filter(isOther).toSorted(), addresses: addresses.filter(isOther) };
  [events, addresses] = [[], []];
  return { ...told, addresses: told.addresses.toSorted() };
};

it('each item of a release is told once when it is published and when it is undone, and nothing by a check, a preview or a refusal', async () => {
  const [shown, gone, moved] = [
    await term('shown', false),
    await term('gone'),
    await term('moves'),
  ];
  const vendor = (
    await call('POST', '/api/vendors', { name: 'Quoted', slug: 'quoted', isPublished: true })
  ).body;
  const source = { field: 'founded', value: '2001', url: `${outside.url}/page`, quote: QUOTE };
  await call('PUT', `/api/vendors/${vendor.id}/draft`, { name: 'Quoted!', sources: [source] });
  const events = ['published', 'changed', 'unpublished', 'deleted'];
  expect((await call('POST', '/api/webhooks', { url: receiver.url, events })).status).toBe(201);
  const { body: begun } = await call('POST', '/api/releases', { name: 'Told' });
  const path = `/api/releases/${begun.id}`;
  for (const entry of [
    { collection: 'vendors', itemId: vendor.id },
    { collection: 'glossary', itemId: shown.id },
    { collection: 'glossary', itemId: gone.id, action: 'delete' },
    { collection: 'glossary', itemId: moved.id, action: 'move', slug: 'moved' },
  ])
    expect((await call('POST', `${path}/items`, entry)).status).toBe(200);
  const { body: link } = await call('POST', `${path}/preview-links`);
  await settle('before');

  outside.pages.set('/page', { body: '<p>Other words stand here now.</p>' });
  const heard: string[][] = [];
  const forget = onChange((keys) => heard.push([...keys]));
  const reason = 'founded: These words are not on the page';
  const checked = await call('POST', `${path}/check`);
  expect(checked.body.problems).toMatchObject([{ title: 'Quoted', reason }]);
  const refused = await call('POST', `${path}/publish`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Nothing was published. “Quoted”: ${reason}`,
  ]);
  outside.pages.set('/page', { body: `<p>${QUOTE}</p>` });
  outside.asked.length = 0;
  const preview = await fetch(`${link.url}&path=/vendors/quoted`);
  expect([preview.status, (await preview.text()).includes('Quoted!')]).toEqual([200, true]);
  expect(outside.asked).toEqual([]);
  expect((await call('POST', `${path}/check`)).body.problems).toEqual([]);
  expect(outside.asked).toEqual(['/page']);
  forget();
  expect(heard).toEqual([]);
  expect(await settle('between')).toEqual({ events: [], addresses: [] });

  expect((await call('POST', `${path}/publish`)).body.state).toBe('published');
  const { rows } = await site.db.execute(
    sql`select quote, state from quotes where collection = 'vendors' and item_id = ${vendor.id}`,
  );
  expect(rows).toEqual([{ quote: QUOTE, state: 'stands' }]);
  // IndexNow hears of what is public and of what moved, and of no address that may have been a draft's.
  expect(await settle('after')).toEqual({
    events: [
      'changed glossary moved',
      'changed vendors quoted',
      'deleted glossary gone',
      'published glossary shown',
    ],
    addresses: ['/glossary/moved', '/glossary/moves', '/glossary/shown', '/vendors/quoted'],
  });

  expect((await call('POST', `${path}/undo`)).body.state).toBe('undone');
  expect(await settle('end')).toEqual({
    events: [
      'changed glossary moves',
      'changed vendors quoted',
      'published glossary gone',
      'unpublished glossary shown',
    ],
    addresses: ['/glossary/gone', '/glossary/moved', '/glossary/moves', '/vendors/quoted'],
  });
}, 120_000);
