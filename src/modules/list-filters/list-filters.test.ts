import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { registry } from '#content/index.ts';
import { defineCollection } from '#kit/collection.ts';
import * as field from '#kit/fields.ts';
import { addTables } from '#testing/add-tables.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

/** One field of every kind. */
const recipes = defineCollection({
  name: 'made-up-recipes',
  table: 'made_up_recipes',
  label: { one: 'Recipe', many: 'Recipes' },
  group: 'core',
  title: 'title',
  visible: { field: 'isServed', is: true },
  publicPath: '/recipes',
  search: ['title'],
  card: ['slug', 'title'],
  fields: {
    title: field.text({ required: true, max: 80 }),
    slug: field.slug(),
    steps: field.markdown(),
    photo: field.link(),
    minutes: field.integer(),
    isServed: field.flag(true),
    inventedOn: field.date(),
    course: field.choice(['starter', 'main']),
    ingredients: field.list(),
    supplierId: field.reference('vendors'),
    questionIds: field.references('faq'),
    notes: field.json(z.array(z.strictObject({ text: z.string() })), { default: [] }),
    secret: field.text({ editorsOnly: true }),
  },
});

let app: TestApp;
let factory: Factories;
let vendorId: number;
let questionId: number;

beforeAll(async () => {
  app = await buildApp({ registry: [...registry, recipes] });
  factory = createFactories(app);
  await addTables(app, recipes);
  vendorId = (await factory.create('vendors')).id;
  questionId = (await factory.create('faq')).id;
  const full = {
    title: 'Plum tart',
    slug: 'plum-tart',
    steps: 'Bake 100% of it.',
    photo: '/plum.jpg',
    minutes: 50,
    isServed: true,
    inventedOn: '2026-03-04T23:30:00.000Z',
    course: 'main',
    ingredients: ['plums', 'flour: fine'],
    supplierId: vendorId,
    questionIds: [questionId],
    notes: [{ text: 'x' }],
    secret: 'butter',
  };
  await app.asEditor('POST', '/api/made-up-recipes', full);
  const bare = { title: 'Air', slug: 'air', isServed: false, minutes: 5 };
  await app.asEditor('POST', '/api/made-up-recipes', bare);
});
afterAll(() => app.close());

const LIST = '/api/made-up-recipes';
const ask = (filter: string, more = '') =>
  app.asEditor('GET', `${LIST}?filter=${encodeURIComponent(filter)}${more}`);
const titles = async (filter: string, more = '') => {
  const { status, body } = await ask(filter, more);
  return status === 200 ? body.map(({ title }: { title: string }) => title) : body;
};

describe('31.7 a list that is filtered by any field', () => {
  it.each([
    ['title:contains:LUM', ['Plum tart']],
    ['title:any:Air|Water', ['Air']],
    ['slug:any:plum-tart', ['Plum tart']],
    ['steps:contains:100%25', ['Plum tart']],
    ['steps:contains:_', []],
    ['steps:empty', ['Air']],
    ['photo:filled', ['Plum tart']],
    ['photo:empty', ['Air']],
    ['minutes:from:50', ['Plum tart']],
    ['minutes:to:49', ['Air']],
    ['minutes:from:5;minutes:to:5', ['Air']],
    ['minutes:filled', ['Air', 'Plum tart']],
    ['isServed:on', ['Plum tart']],
    ['isServed:off', ['Air']],
    ['inventedOn:from:2026-03-04', ['Plum tart']],
    ['inventedOn:from:2026-03-05', []],
    ['inventedOn:to:2026-03-04', ['Plum tart']],
    ['inventedOn:to:2026-03-03', []],
    ['inventedOn:empty', ['Air']],
    ['course:any:main|starter', ['Plum tart']],
    ['course:empty', ['Air']],
    ['ingredients:any:flour%3A fine|salt', ['Plum tart']],
    ['ingredients:any:flour', []],
    ['ingredients:contains:flou', ['Plum tart']],
    ['steps:contains:BAKE 100%25 of', ['Plum tart']],
    ['steps:contains:bake.*it', []],
    ['steps:contains:it?', []],
    ['ingredients:empty', ['Air']],
    ['supplierId:empty', ['Air']],
    ['questionIds:filled', ['Plum tart']],
    ['notes:empty', ['Air']],
    ['notes:filled', ['Plum tart']],
    ['secret:any:butter', ['Plum tart']],
    ['createdAt:from:2020-01-01', ['Air', 'Plum tart']],
    ['updatedAt:to:2020-01-01', []],
  ])('%s', async (filter, expected) => {
    expect(await titles(filter)).toEqual(expected);
  });

  it('finds by reference, and counts what it finds', async () => {
    expect(await titles(`supplierId:any:${vendorId}`)).toEqual(['Plum tart']);
    expect(await titles(`supplierId:any:${vendorId + 1000}`)).toEqual([]);
    expect(await titles(`questionIds:any:${questionId}`)).toEqual(['Plum tart']);
    const { headers } = await ask('minutes:filled', '&limit=1');
    expect(headers.get('x-total-count')).toBe('2');
    expect(headers.get('link')).toContain('filter=minutes%3Afilled');
  });

  it('orders by any short field for signed-in users, and by none of them for visitors', async () => {
    expect(await titles('minutes:filled', '&sort=-minutes')).toEqual(['Plum tart', 'Air']);
    expect(await titles('minutes:filled', '&sort=minutes')).toEqual(['Air', 'Plum tart']);
    await factory.create('made-up-recipes', {
      title: 'Aa',
      slug: 'aa',
      isServed: true,
      minutes: 90,
    });
    const { body } = await app.call('GET', `${LIST}?sort=-minutes`);
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Aa', 'Plum tart']);
  });

  it('answers 401 to a visitor, who would learn what is for editors only', async () => {
    expect((await app.call('GET', `${LIST}?filter=secret:any:butter`)).status).toBe(401);
    expect((await app.call('GET', `${LIST}?filter=title:filled`)).status).toBe(401);
  });

  it.each([
    'nothing:empty',
    'title:near:x',
    'title',
    ';:;',
    'supplierId:any:9999999999999',
    'minutes:from:1e9',
    "title:any:x';drop table faq",
    'inventedOn:from:2026-13-01',
    'title:contains:',
    '__proto__:empty',
    'mine:on:x',
    `title:any:${'x|'.repeat(60)}y`,
  ])('answers 400 with a sentence to %s', async (filter) => {
    const { status, body } = await ask(filter);
    expect([status, typeof body.fields.filter]).toEqual([400, 'string']);
  });
});

describe('31.7 what the desk knows of an item', () => {
  const find = async (filter: string, cookie: string) => {
    const path = `/api/faq?filter=${encodeURIComponent(filter)}`;
    const { body } = await app.call('GET', path, undefined, { cookie });
    return body.map(({ question }: { question: string }) => question).sort();
  };

  it('finds drafts, reviews, authors and one’s own', async () => {
    const ann = await app.signIn('ann@example.com', 'publisher');
    const bob = await app.signIn('bob@example.com', 'publisher');
    const as = (cookie: string, method: string, path: string, body: unknown) =>
      app.call(method, path, body, { cookie });
    const make = async (cookie: string, question: string) => {
      const draft = await factory.minimal('faq', { question, isPublished: true });
      return (await as(cookie, 'POST', '/api/faq', draft)).body;
    };
    const [one, two, three] = [
      await make(ann, 'One?'),
      await make(bob, 'Two?'),
      await make(bob, 'Three?'),
    ];
    await as(ann, 'PUT', `/api/faq/${two.id}`, { answer: 'Ann was here.' });
    await as(ann, 'PUT', `/api/faq/${three.id}/draft`, { answer: 'Later.' });
    expect(await find('hasDraft:on', bob)).toEqual(['Three?']);
    expect(await find('hasDraft:off;writtenBy:any:bob@example.com', bob)).toEqual(['Two?']);
    expect(await find('writtenBy:any:ann@example.com', bob)).toEqual(['One?', 'Two?']);
    expect(await find('mine:on', ann)).toEqual(['One?', 'Three?', 'Two?']);
    expect(await find('mine:on', bob)).toEqual(['Three?', 'Two?']);

    await app.asEditor('PUT', '/api/review-setting', { isOn: true });
    const path = `/api/faq/${three.id}/review`;
    const asked = await as(ann, 'PUT', path, { state: 'in review', assignee: 'bob@example.com' });
    expect(asked.status).toBe(200);
    expect(await find('inReview:on', bob)).toEqual(['Three?']);
    await as(bob, 'PUT', path, { state: 'approved' });
    expect(await find('inReview:on', bob)).toEqual([]);
    await as(ann, 'PUT', `/api/faq/${three.id}/draft`, { answer: 'Later still.' });
    expect(await find('inReview:on', bob)).toEqual(['Three?']);
    await as(bob, 'PUT', path, { state: 'agreed' });
    expect(await find('inReview:on', bob)).toEqual([]);
    await as(ann, 'PUT', `/api/faq/${three.id}/draft`, { answer: 'Agreed, then changed.' });
    expect(await find('inReview:on', bob)).toEqual(['Three?']);
    expect(one.id).toBeGreaterThan(0);
  });
});
