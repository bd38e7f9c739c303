import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const PATH = '/api/upkeep/checked';
const old = '2024-01-01T00:00:00.000Z';

it('31.7 confirms 20 cells of evidence at once, and names those that changed meanwhile', async () => {
  const cells = [];
  for (let at = 0; at < 20; at += 1)
    cells.push(await factory.create('coverage', { checkedOn: old, finding: `Finding ${at}` }));
  const items = cells.map(({ id, version }) => ({ id, version }));
  expect((await app.call('POST', PATH, { items })).status).toBe(401);
  const changed = cells[3]?.id ?? 0;
  await app.asEditor('PUT', `/api/coverage/${changed}`, { note: 'Somebody was here.' });

  const { status, body } = await app.asEditor('POST', PATH, { items });
  expect([status, body]).toEqual([
    200,
    {
      checked: 19,
      refused: [
        {
          id: changed,
          title: 'Finding 3',
          reason: 'Somebody else changed this item in the meantime',
        },
      ],
    },
  ]);
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const { body: rows } = await app.asEditor('GET', '/api/coverage');
  const days = rows.map(({ checkedOn }: { checkedOn: string }) => checkedOn);
  expect(days.filter((day: string) => day === today)).toHaveLength(19);
  expect(days.filter((day: string) => day === old)).toHaveLength(1);
});

it('31.7 leaves evidence to publishers, cell by cell, and bounds the call', async () => {
  const cell = await factory.create('coverage', { checkedOn: old });
  const cookie = await app.signIn('ed@example.com', 'editor');
  const items = [{ id: cell.id, version: cell.version }];
  const { body } = await app.call('POST', PATH, { items }, { cookie });
  expect([body.checked, body.refused[0].reason]).toEqual([
    0,
    expect.stringContaining('Only a publisher or an owner'),
  ]);
  const many = Array.from({ length: 101 }, (_, at) => ({ id: at + 1, version: 1 }));
  expect((await app.asEditor('POST', PATH, { items: many })).status).toBe(400);
  expect((await app.asEditor('POST', PATH, { items: [] })).status).toBe(400);
});
