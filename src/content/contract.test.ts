import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collection, fieldEntries, slugFieldOf, uniqueSetsOf } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Draft, type Factories, writableFields } from '#testing/factories.ts';
import { registry } from './index.ts';

/** Fields that a content type works out by itself when a request leaves them open. */
const COMPUTED: Record<string, string[]> = { news: ['wordCount', 'readingTime'] };
const NO_ID = ['0', '-1', '1.5', 'abc', '1e0', '0x1', '2147483648', '99999999999', '%00', '+1'];
const MAX_INTEGER = 2_147_483_647;

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const BASE_KEYS = ['id', 'version', 'createdAt', 'updatedAt'];

const rowsOf = (collection: Collection) => app.db.$count(tableOf(collection));

/**
 * With a service of its own, with two references, and with neither: what the kit derives is tried on these, and on a
 * type that nobody made (made-up-collection.test.ts). Of the others, what their own fields can break.
 */
const WHOLE = ['vendors', 'news', 'comparisons', 'faq'];

describe.each(registry.map((collection) => [collection.name, collection] as const))(
  '%s',
  (name, collection) => {
    const path = `/api/${name}`;
    const derived = (title: string, work: () => Promise<void>) => {
      if (WHOLE.includes(name)) it(title, work);
    };
    const slugField = slugFieldOf(collection);
    const rule = collection.visible;
    const history = `/api/revisions/${name}`;
    const hidden = rule && { [rule.field]: rule.is === true ? false : 'draft' };
    const shown = rule && { [rule.field]: rule.is };

    const stored = async (id: unknown) => {
      const { body } = await app.asEditor('GET', path);
      const found = body.find((item: { id: number }) => item.id === id);
      // A list may add names of referenced items; only an item's own fields are stored.
      const isStored = (key: string) => key in collection.fields || BASE_KEYS.includes(key);
      return found && Object.fromEntries(Object.entries(found).filter(([key]) => isStored(key)));
    };

    derived(
      'PROMISE 1 answers 401 to an anonymous visitor on every write and changes nothing',
      async () => {
        const item = await factory.create(name);
        const draft = await factory.minimal(name);
        await app.asEditor('PUT', `${path}/${item.id}`, {});
        const before = [await rowsOf(collection), await stored(item.id)];
        const [revision] = (await app.asEditor('GET', `${history}/${item.id}`)).body;
        const writes = [
          ['POST', path, draft],
          ['PUT', `${path}/${item.id}`, draft],
          ['DELETE', `${path}/${item.id}`],
          ['GET', `${history}/${item.id}`],
          ['POST', `${history}/${item.id}/${revision.id}/restore`],
        ] as const;
        for (const [method, target, body] of writes) {
          const response = await app.call(method, target, body);
          expect([method, response.status, response.body.message]).toEqual([
            method,
            401,
            'Unauthorized',
          ]);
        }
        expect([await rowsOf(collection), await stored(item.id)]).toEqual(before);
      },
    );

    it('A11.03 A12.03 A14.05 creates with an id, both times and every default', async () => {
      const draft = await factory.minimal(name);
      const { status, body } = await app.asEditor('POST', path, draft);
      expect(status).toBe(201);
      expect(body).toMatchObject({ ...draft, id: expect.any(Number), version: 1 });
      expect(Date.parse(body.createdAt)).toBeGreaterThan(Date.now() - 60_000);
      expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
      const saved = await stored(body.id);
      for (const [key, field] of writableFields(collection)) {
        if (key in draft || COMPUTED[name]?.includes(key)) continue;
        expect([key, saved[key]]).toEqual([key, field.default ?? null]);
      }
    });

    it('A14.13 keeps every field through create, change and delete', async () => {
      const draft = await factory.filled(name);
      const made = await app.asEditor('POST', path, draft);
      expect(made.status).toBe(201);
      expect(await stored(made.body.id)).toMatchObject(draft);
      const other = await factory.filled(name);
      const changed = await app.asEditor('PUT', `${path}/${made.body.id}`, other);
      expect(changed.status).toBe(200);
      expect((await app.asEditor('GET', `${path}/${made.body.id}`)).body).toEqual(changed.body);
      const now = await stored(made.body.id);
      expect(now).toMatchObject({ ...other, version: 2 });
      expect(now.updatedAt > made.body.updatedAt).toBe(true);
      const gone = await app.asEditor('DELETE', `${path}/${made.body.id}`);
      expect([gone.status, gone.body]).toEqual([200, { success: true }]);
      expect((await app.asEditor('GET', `${path}/${made.body.id}`)).status).toBe(404);
      expect((await app.asEditor('DELETE', `${path}/${made.body.id}`)).status).toBe(404);
    });

    derived('A13.04 A13.05 names every problem at once', async () => {
      const empty = await app.asEditor('POST', path, {});
      const required = writableFields(collection).filter(([, field]) => field.required);
      expect(empty.status).toBe(400);
      expect(Object.keys(empty.body.fields).sort()).toEqual(required.map(([key]) => key).sort());
      expect(empty.body.message).toMatch(/^Please correct \d+ fields?$/);
      const wrong = Object.fromEntries(writableFields(collection).map(([key]) => [key, { no: 1 }]));
      const bad = await app.asEditor('POST', path, wrong);
      expect(bad.status).toBe(400);
      expect(Object.keys(bad.body.fields).sort()).toEqual(Object.keys(wrong).sort());
      expect(bad.body.requestId).toMatch(/^[\w-]+$/);
    });

    derived('PROMISE 6 refuses unknown fields and those of the server', async () => {
      const server = fieldEntries(collection).filter(([, field]) => field.server);
      const extra: Draft = { id: 1, version: 9, createdAt: '2020-01-01', updatedAt: '2020-01-01' };
      for (const key of ['madeUp', 'constructor', ...server.map(([key]) => key)]) extra[key] = 'x';
      const before = await rowsOf(collection);
      const made = await app.asEditor('POST', path, { ...(await factory.minimal(name)), ...extra });
      expect(made.status).toBe(400);
      expect(Object.keys(made.body.fields).sort()).toEqual(Object.keys(extra).sort());
      const item = await factory.create(name);
      const changed = await app.asEditor('PUT', `${path}/${item.id}`, extra);
      expect(changed.status).toBe(400);
      expect(Object.keys(changed.body.fields).sort()).toEqual(Object.keys(extra).sort());
      expect(await stored(item.id)).toMatchObject({ version: 1, createdAt: item.createdAt });
      expect(await rowsOf(collection)).toBeGreaterThan(before);
    });

    derived('A16.07 stores a text of the full length and refuses one character more', async () => {
      const item = await factory.create(name);
      const fit = { text: 'x', markdown: 'x', slug: name, link: '/', list: 'x' } as const;
      const isPair = collection.fields.vendorAId !== undefined;
      for (const [key, field] of writableFields(collection)) {
        // A quote of such letters stands on no page (src/modules/quotes/quotes.test.ts has its limits).
        if (key === 'quote') continue;
        if (!field.max || !(field.kind in fit) || (isPair && field.kind === 'slug')) continue;
        const start = fit[field.kind as keyof typeof fit];
        const edge = start + 'a'.repeat(field.max - start.length);
        const wrap = (value: string) => (field.kind === 'list' ? [value] : value);
        const good = await app.asEditor('PUT', `${path}/${item.id}`, { [key]: wrap(edge) });
        expect([key, good.status]).toEqual([key, 200]);
        expect(good.body[key]).toEqual(wrap(edge));
        const bad = await app.asEditor('PUT', `${path}/${item.id}`, { [key]: wrap(`${edge}a`) });
        expect([key, bad.status, Object.keys(bad.body.fields)]).toEqual([key, 400, [key]]);
      }
    });

    derived('PROMISE 12 refuses numbers and dates that the table cannot hold', async () => {
      const item = await factory.create(name);
      const put = (key: string, value: unknown) =>
        app.asEditor('PUT', `${path}/${item.id}`, { [key]: value });
      for (const [key, field] of writableFields(collection)) {
        if (field.kind === 'integer') {
          expect((await put(key, MAX_INTEGER)).body[key]).toBe(MAX_INTEGER);
          expect((await put(key, MAX_INTEGER + 1)).status).toBe(400);
          expect((await put(key, 1.5)).status).toBe(400);
        }
        if (field.kind === 'reference') {
          expect((await put(key, MAX_INTEGER + 1)).body.fields).toHaveProperty(key);
        }
        if (field.kind === 'references') {
          expect((await put(key, [MAX_INTEGER + 1])).body.fields).toHaveProperty(key);
        }
        if (field.kind === 'date') expect((await put(key, '0000-01-01')).status).toBe(400);
        if (field.default !== undefined) expect((await put(key, null)).status).toBe(400);
        if (field.kind === 'json') expect((await put(key, 'text')).status).toBe(400);
      }
      expect((await app.asEditor('GET', path)).status).toBe(200);
    });

    derived('A14.13 PUT leaves alone what it omits, and never re-publishes', async () => {
      const made = await app.asEditor('POST', path, {
        ...(await factory.filled(name)),
        ...hidden,
      });
      const before = await stored(made.body.id);
      const title = 'Changed title';
      const value = collection.fields[collection.title]?.kind === 'link' ? '/changed' : title;
      const changed = await app.asEditor('PUT', `${path}/${before.id}`, {
        [collection.title]: value,
      });
      expect(changed.status).toBe(200);
      const { updatedAt, ...rest } = before;
      const after = await stored(before.id);
      expect(after).toEqual({
        ...rest,
        [collection.title]: value,
        version: 2,
        updatedAt: after.updatedAt,
      });
      expect(after.updatedAt > updatedAt).toBe(true);
    });

    if (uniqueSetsOf(collection).length > 0)
      it('A11.29 answers 409 and names the field when it is taken', async () => {
        for (const keys of uniqueSetsOf(collection)) {
          const first = await factory.create(name);
          const taken = Object.fromEntries(keys.map((key) => [key, first[key]]));
          const pair = { vendorAId: first.vendorAId, vendorBId: first.vendorBId };
          const draft = { ...(await factory.minimal(name)), ...taken };
          const same = first.vendorAId ? { ...draft, ...pair } : draft;
          const before = await rowsOf(collection);
          const again = await app.asEditor('POST', path, same);
          expect(again.status).toBe(409);
          expect(Object.keys(again.body.fields)).toEqual([keys.at(-1)]);
          expect(again.body.message).toMatch(/already used/);
          expect(await rowsOf(collection)).toBe(before);
        }
      });

    derived('PROMISE 14 a double submit makes one row', async () => {
      const draft = await factory.filled(name);
      const before = await rowsOf(collection);
      const key = { 'idempotency-key': `${name}-form` };
      const send = () => app.asEditor('POST', path, draft, key);
      const responses = await Promise.all([send(), send(), send()]);
      expect(await rowsOf(collection)).toBe(before + 1);
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    });

    derived(
      'PROMISE 14 of two editors one wins, the other gets 412 with the current item',
      async () => {
        const item = await factory.create(name);
        const target = `${path}/${item.id}`;
        const seen = await app.asEditor('GET', target);
        expect(seen.headers.get('etag')).toBe('"v1"');
        const key = collection.title;
        const isLink = collection.fields[key]?.kind === 'link';
        const put = (value: string, match: string) =>
          app.asEditor(
            'PUT',
            target,
            { [key]: isLink ? `/${value}` : value },
            { 'if-match': match },
          );
        const responses = await Promise.all([put('mine', '"v1"'), put('yours', '"v1"')]);
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
        const lost = responses.find(({ status }) => status === 412);
        expect(lost?.body.current).toEqual(await stored(item.id));
        expect((await put('odd', 'nonsense')).status).toBe(412);
        const removal = await app.asEditor('DELETE', target, undefined, { 'if-match': '"v1"' });
        expect(removal.status).toBe(412);
        expect((await put('again', '"v2"')).status).toBe(200);
        expect((await put('any', '*')).status).toBe(200);
      },
    );

    derived('PROMISE 15 keeps the version before each change, and restores it', async () => {
      const made = await app.asEditor('POST', path, await factory.filled(name));
      const target = `${path}/${made.body.id}`;
      const versions = `${history}/${made.body.id}`;
      const before = await stored(made.body.id);
      await app.asEditor('PUT', target, await factory.filled(name));
      const { body: saved } = await app.asEditor('GET', versions);
      expect(saved).toHaveLength(1);
      expect(saved[0]).toMatchObject({
        action: 'update',
        version: 1,
        userEmail: 'editor@example.com',
      });
      expect(saved[0].data).toEqual(before);
      const restore = `${versions}/${saved[0].id}/restore`;
      const stale = await app.asEditor('POST', restore, undefined, { 'if-match': '"v1"' });
      expect(stale.status).toBe(412);
      const back = await app.asEditor('POST', restore);
      expect(back.status).toBe(200);
      const { updatedAt: _, version: __, ...same } = before;
      expect(await stored(made.body.id)).toMatchObject({ ...same, version: 3 });
      expect((await app.asEditor('GET', versions)).body).toHaveLength(2);
      expect((await app.asEditor('POST', `${versions}/999999/restore`)).status).toBe(404);
    });

    derived(
      'PROMISE 15 moves a deleted item to the trash and brings it back under its id',
      async () => {
        const made = await app.asEditor('POST', path, await factory.filled(name));
        const before = await stored(made.body.id);
        await app.asEditor('DELETE', `${path}/${before.id}`);
        expect(await stored(before.id)).toBeUndefined();
        const { body: trash } = await app.asEditor('GET', '/api/trash?limit=1');
        expect(trash[0]).toMatchObject({ collection: name, itemId: before.id, data: before });
        const back = await app.asEditor('POST', `/api/trash/${trash[0].id}/restore`);
        expect(back.status).toBe(200);
        const { updatedAt: _, version: __, ...same } = before;
        expect(await stored(before.id)).toMatchObject({ ...same, version: 2 });
        expect((await app.asEditor('POST', `/api/trash/${trash[0].id}/restore`)).status).toBe(409);
      },
    );

    if (rule)
      it('PROMISE 5 A14.18 P21.26 hides drafts by list, slug and id', async () => {
        const open = await factory.create(name, shown);
        const draft = await factory.create(name, hidden);
        expect(await stored(draft.id)).toBeDefined();
        const keysOf = (item: typeof open) =>
          [item.id, ...(slugField ? [item[slugField]] : [])].map((key) => `${path}/${key}`);
        for (const target of keysOf(draft)) {
          expect((await app.asEditor('GET', target)).status).toBe(200);
          expect((await app.call('GET', target)).status).toBe(
            collection.signedInOnly === 'all' ? 401 : 404,
          );
        }
        if (collection.signedInOnly === 'all') return;
        for (const target of keysOf(open)) expect((await app.call('GET', target)).status).toBe(200);
        for (const query of [
          '',
          '?status=draft',
          '?status=all',
          '?view=card',
          '?sort=-updatedAt',
        ]) {
          const list = await app.call('GET', path + query);
          if (collection.signedInOnly) {
            expect(list.status).toBe(401);
            continue;
          }
          const ids = list.body.map((item: { id: number }) => item.id);
          expect(ids).not.toContain(draft.id);
          expect(ids).toContain(open.id);
          expect(list.headers.get('x-total-count')).toBe(String(ids.length));
        }
      });

    derived('PROMISE 12 takes nothing but positive whole numbers for an id', async () => {
      for (const id of NO_ID) {
        const responses = [
          await app.asEditor('PUT', `${path}/${id}`, {}),
          await app.asEditor('DELETE', `${path}/${id}`),
          await app.asEditor('GET', `${path}/${id}`),
          await app.asEditor('GET', `${history}/${id}`),
          await app.asEditor('POST', `${history}/1/${id}/restore`),
        ];
        for (const { status, body } of responses) {
          expect([id, [400, 404].includes(status)]).toEqual([id, true]);
          expect(body).toMatchObject({
            message: expect.any(String),
            requestId: expect.any(String),
          });
        }
      }
    });

    derived('A14.13 lists a part with its total', async () => {
      await factory.create(name);
      await factory.create(name);
      const all = await app.asEditor('GET', path);
      const part = await app.asEditor('GET', `${path}?limit=1&offset=1`);
      expect(part.body.map(({ id }: { id: number }) => id)).toEqual([all.body[1].id]);
      expect(part.headers.get('x-total-count')).toBe(String(all.body.length));
      for (const query of ['limit=0', 'limit=abc', 'offset=-1', 'limit=1&limit=2']) {
        expect((await app.asEditor('GET', `${path}?${query}`)).status).toBe(400);
      }
    });
  },
);
