import { sql } from 'drizzle-orm';
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

const EVIL = [
  'data:text/html,<b>x',
  'javascript:alert(1)',
  ' vbscript:x',
  '//evil.example',
  '/api/logout',
];

it.each(EVIL)(
  'PROMISE 7 a link that was written past the API is shown to nobody: %s',
  async (evil) => {
    const { id, slug } = await factory.create('vendors', {
      isPublished: true,
      enableRelatedInfo: true,
    });
    const related = JSON.stringify([{ title: 'T', source: 'S', description: 'D', url: evil }]);
    const sources = JSON.stringify([{ field: 'about', url: evil, note: 'n' }]);
    const videos = JSON.stringify([{ platform: 'other', title: 'V', url: evil, thumbnail: evil }]);
    const gallery = JSON.stringify([evil, '/uploads/fine.webp']);
    await app.db.execute(
      sql`update vendors set website = ${evil}, logo = ${evil}, about = ${`[a](${evil.trim()})`},
        related_info_cache = ${related}::json, sources = ${sources}::json,
        videos = ${videos}::json, gallery = ${gallery}::json where id = ${id}`,
    );
    for (const path of [`/api/vendors/${slug}`, '/api/vendors', '/api/vendors?view=card']) {
      const { status, body } = await app.call('GET', path);
      expect(status).toBe(200);
      const { about: _source, ...shown } = [body]
        .flat()
        .find((item: { id: number }) => item.id === id);
      expect(JSON.stringify(shown)).not.toContain(JSON.stringify(evil).slice(1, -1));
    }
    const { body } = await app.call('GET', `/api/vendors/${slug}`);
    expect(body.gallery).toEqual(['/uploads/fine.webp']);
    expect(body.videos).toEqual([{ platform: 'other', title: 'V', url: '', thumbnail: '' }]);
  },
);

it('PROMISE 7 an absolute address of our own API is refused in fields, and no link in texts', async () => {
  const evil = 'http://localhost:3000/api/login';
  const { id, slug } = await factory.create('vendors', { isPublished: true });
  const put = (body: object) => app.asEditor('PUT', `/api/vendors/${id}`, body);
  const sources = [{ field: 'about', url: evil, note: 'n' }];
  for (const [key, value] of Object.entries({ website: evil, sources })) {
    const { status, body } = await put({ [key]: value });
    expect([key, status, body.fields?.[key]]).toEqual([
      key,
      400,
      'Invalid input: this address is a call of our own API, not a page',
    ]);
  }
  expect((await put({ website: 'https://example.com/api/login' })).status).toBe(200);
  const about = [`[a](${evil})`, `![b](${evil})`, 'word '.repeat(2000)];
  for (const text of [about.slice(0, 2).join(' '), about.join(' ')]) {
    expect((await put({ about: text })).status).toBe(200);
    const { html } = (await app.call('GET', `/api/vendors/${slug}`)).body;
    expect(html.about).toContain('<p>a b');
    expect(html.about).not.toContain('api/login');
  }
});

it('PROMISE 11 a picture is https or a file of ours, from a host that pages name', async () => {
  const put = async (logoUpload: string) => {
    const { id } = await factory.create('vendors');
    return (await app.asEditor('PUT', `/api/vendors/${id}`, { logoUpload })).body;
  };
  for (const fine of ['/uploads/a.webp', 'https://images.unsplash.com/x', '']) {
    expect((await put(fine)).logoUpload ?? '').toBe(fine);
  }
  expect((await put('http://images.unsplash.com/x')).fields.logoUpload).toContain('https');
  expect((await put('https://evil.example/x')).fields.logoUpload).toContain('logo.clearbit.com');
  const { id } = await factory.create('vendors', { gallery: ['/uploads/a.webp'] });
  const gallery = ['/uploads/a.webp', 'https://evil.example/x'];
  const refused = await app.asEditor('PUT', `/api/vendors/${id}`, { gallery });
  expect(refused.body.fields.gallery).toContain('logo.clearbit.com');
});
