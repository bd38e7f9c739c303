import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { startUnsplashServer } from '#testing/servers/unsplash-server.ts';

const KEY = 'unsplash-secret';
let unsplash: Awaited<ReturnType<typeof startUnsplashServer>>;
let app: TestApp;

beforeAll(async () => {
  unsplash = await startUnsplashServer(KEY);
  app = await buildApp({ settings: { UNSPLASH_ACCESS_KEY: KEY, UNSPLASH_API_URL: unsplash.url } });
});
afterAll(async () => {
  await app.close();
  await unsplash.close();
});
beforeEach(() => {
  Object.assign(unsplash.state, { status: 200, malformed: false, results: 3 });
  unsplash.asked.length = 0;
});

const search = (q = 'business office') =>
  app.asEditor('GET', `/api/images/search?q=${encodeURIComponent(q)}`);

describe('image search', () => {
  it('A14.35 answers 401 to an anonymous visitor and asks nobody', async () => {
    expect((await app.call('GET', '/api/images/search?q=x')).status).toBe(401);
    expect(
      (await app.call('POST', '/api/images/photo-1/use', { downloadLocation: 'x' })).status,
    ).toBe(401);
    expect(unsplash.asked).toEqual([]);
  });

  it('A14.35 A11.28 answers results with addresses, texts and credit', async () => {
    const { status, body } = await search();
    expect(status).toBe(200);
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchObject({
      id: 'photo-1',
      urls: {
        regular: 'https://images.unsplash.com/photo-1?w=1080',
        small: 'https://images.unsplash.com/photo-1?w=400',
      },
      alt_description: 'desk with papers photo-1',
      description: null,
      user: {
        name: 'Jane Doe',
        link: 'https://unsplash.com/@jane?utm_source=family_office_software&utm_medium=referral',
      },
      attribution: 'Photo by Jane Doe on Unsplash',
    });
    expect(unsplash.asked[0]).toContain('query=business+office');
    expect(JSON.stringify(body)).not.toContain(KEY);
  });

  it('A7.04 answers an empty list, and leaves out results that are malformed', async () => {
    unsplash.state.malformed = true;
    expect((await search()).body).toHaveLength(3);
    unsplash.state.results = 0;
    expect((await search()).body).toEqual([]);
  });

  it('passes on only pictures that may be stored', async () => {
    const settings = {
      UNSPLASH_ACCESS_KEY: KEY,
      UNSPLASH_API_URL: unsplash.url,
      IMAGE_HOSTS: 'pictures.example',
    };
    const other = await buildApp({ settings });
    const { status, body } = await other.asEditor('GET', '/api/images/search?q=office');
    expect([status, body]).toEqual([200, []]);
    await other.close();
  });

  it('A14.35 asks for a query', async () => {
    expect((await search(' ')).status).toBe(400);
    expect((await app.asEditor('GET', '/api/images/search')).status).toBe(400);
  });

  it('A7.03 tells Unsplash that a photo is used, and answers the credit', async () => {
    const [image] = (await search()).body;
    const { status, body } = await app.asEditor('POST', `/api/images/${image.id}/use`, {
      downloadLocation: image.downloadLocation,
    });
    expect(status).toBe(200);
    expect(body.attribution).toBe('Photo by Jane Doe on Unsplash');
    expect(unsplash.asked.at(-1)).toBe('/photos/photo-1/download?ixid=token-photo-1');
  });

  it('PROMISE 10 sends the key nowhere but to the service, whatever the token says', async () => {
    const evil = Buffer.from(
      JSON.stringify({ q: '@evil.example/', name: 'x', link: null }),
    ).toString('base64url');
    await app.asEditor('POST', '/api/images/photo-1/use', { downloadLocation: evil });
    expect(unsplash.asked.at(-1)).toBe('/photos/photo-1/download');
    expect(
      (await app.asEditor('POST', '/api/images/photo-1/use', { downloadLocation: '%%' })).status,
    ).toBe(400);
    expect(
      (await app.asEditor('POST', '/api/images/..%2f..%2fme/use', { downloadLocation: evil }))
        .status,
    ).toBe(400);
  });

  it.each([401, 403, 429, 500])(
    'PROMISE 18 says why when the service answers %i',
    async (status) => {
      unsplash.state.status = status;
      const response = await search();
      expect(response.status).toBe(502);
      expect(response.body.message).toMatch(/Unsplash/);
      expect(response.body.message).not.toContain(KEY);
    },
  );

  it('PROMISE 18 gives a silent service 5 seconds', async () => {
    unsplash.state.isHanging = true;
    const response = await search();
    unsplash.state.isHanging = false;
    expect(response.status).toBe(502);
    expect(response.body.message).toBe('Unsplash did not answer: No complete response within 5 s');
  });

  it('A5.13 names the setting when it is not set up', async () => {
    const bare = await buildApp();
    const { status, body } = await bare.asEditor('GET', '/api/images/search?q=x');
    await bare.close();
    expect(status).toBe(503);
    expect(body.message).toMatch(/The person who runs the server|refused the access key/);
  });
});
