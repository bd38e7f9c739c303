import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { provideCollections } from '#admin/collections.ts';
import { tabGroups } from '#admin/tabs.ts';
import { defineCollection } from '#kit/collection.ts';
import * as field from '#kit/fields.ts';
import { addTables } from '#testing/add-tables.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { registry } from './index.ts';

const recipes = defineCollection({
  name: 'made-up-recipes',
  table: 'made_up_recipes',
  label: { one: 'Recipe', many: 'Recipes' },
  group: 'core',
  title: 'title',
  visible: { field: 'isServed', is: true },
  publicPath: '/recipes',
  search: ['title', 'steps'],
  card: ['slug', 'title', 'steps'],
  unique: [['course', 'title']],
  index: ['course'],
  reservedSlugs: ['menu'],
  fields: {
    title: field.text({ required: true, max: 80 }),
    slug: field.slug(),
    steps: field.markdown({ autoLink: true }),
    photo: field.link({ image: true }),
    minutes: field.integer({ default: 10 }),
    isServed: field.flag(true),
    inventedOn: field.date(),
    course: field.choice(['starter', 'main'], { required: true }),
    ingredients: field.list(),
    supplierId: field.reference('vendors'),
    questionIds: field.references('faq'),
    notes: field.json(z.array(z.strictObject({ text: z.string() })), { default: [] }),
    displayOrder: field.integer({ default: 0 }),
  },
});

/** Its list stands by a field of its own choice, and no index is named. */
const cellars = defineCollection({
  name: 'made-up-cellars',
  table: 'made_up_cellars',
  label: { one: 'Cellar', many: 'Cellars' },
  group: 'promotion',
  title: 'owner',
  search: ['owner'],
  card: ['owner'],
  order: [{ field: 'dugOn', descending: true }, { field: 'owner' }],
  fields: { owner: field.text({ required: true, max: 80 }), dugOn: field.date() },
});

const sourcesBelow = async (folder: string) => {
  const root = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const files = names.filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  return Promise.all(
    files.map(async (name) => {
      const source = await readFile(`${root}/${name}`, 'utf8');
      return { name, source, code: source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') };
    }),
  );
};

describe('a made-up collection', () => {
  let app: TestApp;
  let factory: Factories;

  beforeAll(async () => {
    app = await buildApp({ registry: [...registry, recipes, cellars] });
    factory = createFactories(app);
    await addTables(app, recipes, cellars);
  });
  afterAll(() => app.close());

  it('A14.13 has every REST call by its definition alone', async () => {
    const draft = await factory.filled('made-up-recipes', { isServed: true });
    const { status, body } = await app.asEditor('POST', '/api/made-up-recipes', draft);
    expect([status, body]).toEqual([201, expect.objectContaining(draft)]);
    const read = await app.call('GET', `/api/made-up-recipes/${draft.slug}`);
    expect(read.body.html.steps).toBe(`<p>${draft.steps}</p>`);
    const found = await app.call('GET', '/api/made-up-recipes?view=card&q=title&limit=5');
    expect(found.body[0]).toMatchObject({ slug: draft.slug, title: draft.title });
    const taken = await app.asEditor('POST', '/api/made-up-recipes', { ...draft, slug: 'other' });
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['title']]);
    const reserved = await factory.minimal('made-up-recipes', { slug: 'menu' });
    expect((await app.asEditor('POST', '/api/made-up-recipes', reserved)).body.fields).toEqual({
      slug: 'This address belongs to the site itself',
    });
  });

  it('has an index by which its list is ordered', async () => {
    const { rows } = await app.db.execute(
      sql`select indexdef from pg_indexes where tablename like 'made_up_%'`,
    );
    const indexes = rows.map(({ indexdef }) => String(indexdef).replace(/^.* USING btree /, ''));
    expect(indexes).toContain('(display_order, lower(title))');
    expect(indexes).toContain('(dug_on, lower(owner))');
  });

  it('has a tab in its group of the panel, with the words of its definition', () => {
    provideCollections([...registry, recipes, cellars]);
    const tabs = tabGroups().map(({ title, tabs: some }) => [
      title,
      some.filter(({ name }) => name.startsWith('made-up')).map(({ label }) => label.many),
    ]);
    provideCollections(registry);
    expect(tabs).toEqual([
      ['Core Content', ['Recipes']],
      ['Educational Content', []],
      ['SEO & System', []],
      ['Guides & Promotion', ['Cellars']],
    ]);
  });

  it('A14.13 has revisions, trash, redirects and its place in the reference', async () => {
    const item = await factory.create('made-up-recipes');
    const path = `/api/made-up-recipes/${item.id}`;
    await app.asEditor('PUT', path, { slug: 'new-address' });
    const redirect = await app.call('GET', `/api/redirect?path=/recipes/${item.slug}`);
    expect(redirect.body).toEqual({ toPath: '/recipes/new-address' });
    expect(
      (await app.asEditor('GET', `/api/revisions/made-up-recipes/${item.id}`)).body,
    ).toHaveLength(1);
    await app.asEditor('DELETE', path);
    const [entry] = (await app.asEditor('GET', '/api/trash')).body;
    expect(entry).toMatchObject({ collection: 'made-up-recipes', itemId: item.id });
    expect((await app.asEditor('POST', `/api/trash/${entry.id}/restore`)).status).toBe(200);
    const { body: document } = await app.call('GET', '/api/openapi.json');
    expect(Object.keys(document.paths)).toContain('/api/revisions/made-up-recipes/{id}');
  });

  it('PROMISE 5 hides what its own flag hides', async () => {
    const hidden = await factory.create('made-up-recipes', { isServed: false });
    expect((await app.call('GET', `/api/made-up-recipes/${hidden.id}`)).status).toBe(404);
    expect((await app.asEditor('GET', `/api/made-up-recipes/${hidden.id}`)).status).toBe(200);
    expect((await app.call('POST', '/api/made-up-recipes', {})).status).toBe(401);
  });

  it('is found by the search of the site, in a group of its own', async () => {
    const seen = { title: 'Quince paste', slug: 'quince-paste', isServed: true };
    const item = await factory.create('made-up-recipes', seen);
    const search = async () => (await app.call('GET', '/api/search?q=quince+paste')).body.groups;
    const hit = { title: 'Quince paste', path: '/recipes/quince-paste' };
    expect(await search()).toEqual([
      expect.objectContaining({
        kind: 'made-up-recipes',
        label: { one: 'Recipe', many: 'Recipes' },
        items: [expect.objectContaining(hit)],
      }),
    ]);
    const only = await app.call('GET', '/api/search?q=quince&kind=made-up-recipes');
    expect([only.status, only.body.total]).toEqual([200, 1]);
    await app.asEditor('PUT', `/api/made-up-recipes/${item.id}`, { isServed: false });
    expect(await search()).toEqual([]);
  });

  it('names no content type in the kit and the platform, so that a new one edits neither', async () => {
    const names = registry.flatMap(({ name, table }) => [name, table]);
    const spelled = new RegExp(`(['"\`/])(${names.join('|')})\\1|#content/|#modules/`);
    for (const folder of ['kit', 'platform']) {
      const sources = await sourcesBelow(folder);
      expect(sources.length).toBeGreaterThan(5);
      const guilty = sources.filter(({ code }) => spelled.test(code)).map(({ name }) => name);
      expect([folder, guilty]).toEqual([folder, []]);
    }
  });

  it('names content types outside content/, tools/ and app/ in the files that docs/ARCHITECTURE.md explains', async () => {
    const names = registry.map(({ name }) => name).join('|');
    const spelled = new RegExp(`['"\`/](?:${names})['"\`/?]|#content/[a-z-]+/`);
    const folders = ['admin', 'client', 'modules', 'site', 'ui'];
    const sources = await Promise.all(
      folders.map(async (folder) =>
        (await sourcesBelow(folder)).map(({ name, code }) => ({ file: `${folder}/${name}`, code })),
      ),
    );
    // The router's word for its routes, and that of tokens for their content types, is the name of a content type too.
    const OTHER_TYPES =
      /\['preLoaderRoute'\]\['types'\]|Token\['types'\]|(?:jsonb|getAll)\('types'\)|name="types"/g;
    const naming = sources
      .flat()
      .filter(({ code }) => spelled.test(code.replaceAll(OTHER_TYPES, '')));
    expect(naming.map(({ file }) => file).sort()).toEqual([
      'admin/confirm/used-by.tsx',
      'admin/csv/import-rows.tsx',
      'admin/seo/seo-tab.tsx',
      'modules/seo-generation/seo.routes.server.ts',
      'site/not-found.tsx',
      'site/shortlist/shortlist-link.tsx',
    ]);
  });
});
