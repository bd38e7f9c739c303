import sharp, { type Region } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { createDrawer } from './drawer.server.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

const get = (path: string) => app.api.request(path);
const card = (title: string) => ({ kind: 'Vendor', title, siteName: 'Site', host: 'site.example' });

/** How far the darkest and the lightest spot of an area lie apart; empty paper has next to none. */
const contrastIn = async (png: Buffer, area: Region) => {
  const cut = await sharp(png).removeAlpha().extract(area).png().toBuffer();
  const { channels } = await sharp(cut).stats();
  return Math.max(...channels.map(({ min, max }) => max - min));
};

describe('social cards', () => {
  it.each(['/home', '/vendors', '/vendors/addepar', '/compare/addepar-vs-masttro', '/about'])(
    'P19.05 %s has a picture of 1200 x 630',
    async (path) => {
      const response = await get(`/cards${path}.png?v=abc`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('cache-control')).toContain('immutable');
      const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
    },
  );

  it("a vendor's card shows its mark, and a fact that follows the evidence", async () => {
    const draw = async () =>
      Buffer.from(await (await get('/cards/vendors/addepar.png')).arrayBuffer());
    const before = await draw();
    const tile = { left: 1048, top: 36, width: 76, height: 76 };
    const fact = { left: 84, top: 250, width: 1030, height: 90 };
    for (const area of [tile, fact]) expect(await contrastIn(before, area)).toBeGreaterThan(99);
    const other = Buffer.from(await (await get('/cards/about.png')).arrayBuffer());
    expect(await contrastIn(other, tile)).toBeLessThan(9);

    const rows = await (await get('/api/coverage?vendor=addepar&level=documented')).json();
    const change = (level: string) => app.asEditor('PUT', `/api/coverage/${rows[0].id}`, { level });
    await change('partial');
    expect((await draw()).equals(before)).toBe(false);
    await change('documented');
    expect((await draw()).equals(before)).toBe(true);
  });

  it('ISSUE 41 all comparisons share one picture, so that nobody has thousands of them drawn', async () => {
    const paths = ['/compare', '/compare/addepar-vs-masttro', '/compare/altoo-vs-asora'];
    const pictures = await Promise.all(
      paths.map(async (path) => Buffer.from(await (await get(`/cards${path}.png`)).arrayBuffer())),
    );
    expect(pictures.map((png) => png.equals(pictures[0] ?? png))).toEqual([true, true, true]);
  });

  it('ends a long fact after a whole word', async () => {
    const drawer = createDrawer();
    const draw = (fact: string) => drawer({ ...card('One Capital Call'), fact });
    const start =
      'A single $400,000 notice changes eight records in a family office. A worked example shows how netting';
    const whole = await draw(
      `${start}, fees outside commitment and recallable distributions distort them.`,
    );
    expect(whole.equals(await draw(`${start}…`))).toBe(true);
    const wide = 'Management commitments accumulated among numerous downstream';
    const two = await draw(`${wide} ${wide} communities`);
    expect(two.equals(await draw(`${wide} Management commitments accumulated among…`))).toBe(true);
  });

  it('keeps a picture for ever only when its address carries a version', async () => {
    const response = await get('/cards/vendors.png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it.each(['/nothing', '/vendors/nothing', '/nothing/addepar', '/compare/addepar-vs-addepar'])(
    'answers 404 for %s',
    async (path) => expect((await get(`/cards${path}.png`)).status).toBe(404),
  );

  it('PROMISE 5 draws no draft, not even for its editor', async () => {
    await createFactories(app).create('faq', { slug: 'secret-plan', isPublished: false });
    const response = await app.api.request('/cards/faq/secret-plan.png', {
      headers: { cookie: app.cookie },
    });
    expect(response.status).toBe(404);
  });

  it('fits every title: nothing reaches the margins, whatever its length', async () => {
    const drawer = createDrawer();
    const fact = 'A fact that takes up two lines and more. '.repeat(9);
    for (const title of [
      'W'.repeat(400),
      'm'.repeat(30),
      'word '.repeat(99),
      'Ελλάδα Łódź',
      '日本',
    ]) {
      const png = await drawer({ ...card(title), fact, marks: ['Addepar', 'Masttro'] });
      expect(await contrastIn(png, { left: 14, top: 0, width: 60, height: 630 })).toBeLessThan(9);
      expect(await contrastIn(png, { left: 1130, top: 0, width: 60, height: 630 })).toBeLessThan(9);
      expect(await contrastIn(png, { left: 84, top: 486, width: 1030, height: 16 })).toBeLessThan(
        9,
      );
      expect(
        await contrastIn(png, { left: 84, top: 120, width: 1030, height: 200 }),
      ).toBeGreaterThan(99);
    }
  });

  it('draws a card once for many', async () => {
    const drawer = createDrawer();
    const all = await Promise.all(Array.from({ length: 100 }, () => drawer(card('One'))));
    expect(new Set(all).size).toBe(1);
    expect((await drawer(card('Two'))).length).toBeGreaterThan(1000);
  });

  it('PROMISE 12 refuses more than it can draw, and goes on afterwards', async () => {
    const drawer = createDrawer(3);
    const asked = Array.from({ length: 9 }, (_, n) => drawer(card(`Number ${n}`)));
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect((await drawer(card('After'))).length).toBeGreaterThan(1000);
  });
});
