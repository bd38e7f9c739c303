import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { serve } from '#testing/serve.ts';

interface Entry {
  vendor: { slug: string };
  shares: { slug: string }[];
  lacks: { slug: string }[];
  adds: { slug: string }[];
  reason: string | null;
}

describe('alternatives to a vendor', () => {
  let site: TestSite;
  const ids = new Map<string, number>();

  const addVendor = async (slug: string, more: object = {}) => {
    const { body } = await site.asEditor('POST', '/api/vendors', { name: slug, slug, ...more });
    ids.set(slug, body.id);
  };
  const document = (vendor: string, feature: string, level = 'documented') =>
    site.asEditor('POST', '/api/coverage', {
      vendorId: ids.get(vendor),
      featureId: ids.get(feature),
      level,
      finding: 'Its page says so.',
      url: 'https://example.com/page',
      publisher: 'vendor',
      checkedOn: '2026-11-15',
      checkedBy: 'desk',
    });
  const choose = (alternativeChoices: object[]) =>
    site.asEditor('PUT', `/api/vendors/${ids.get('own')}`, { alternativeChoices });
  const read = async (slug: string) =>
    (await site.call('GET', `/api/vendors/${slug}/alternatives`)).body;
  const namesOf = async (slug: string) =>
    (await read(slug)).alternatives.map((one: Entry) => one.vendor.slug);

  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    for (const slug of ['common', 'rare', 'other']) {
      const { body } = await site.asEditor('POST', '/api/features', { name: slug, slug });
      ids.set(slug, body.id);
    }
    await addVendor('own', { markets: ['Europe'] });
    await addVendor('by-rare');
    await addVendor('by-common');
    await addVendor('in-europe', { markets: ['Europe'] });
    await addVendor('partly');
    await addVendor('hidden', { isPublished: false });
    for (const vendor of ['own', 'by-common', 'in-europe', 'hidden'])
      await document(vendor, 'common');
    for (const vendor of ['own', 'by-rare', 'hidden']) await document(vendor, 'rare');
    await document('by-rare', 'other');
    await document('partly', 'rare', 'partial');
  });
  afterAll(() => site.close());

  it('come by shared documented features, the rarer the more, then by market', async () => {
    expect(await namesOf('own')).toEqual(['by-rare', 'in-europe', 'by-common']);
  });

  it('say what each shares, lacks and adds', async () => {
    const slugsOf = (list: { slug: string }[]) => list.map(({ slug }) => slug);
    const { alternatives, documented, asOf } = await read('own');
    expect([documented, asOf]).toEqual([2, '2026-11-15']);
    expect(
      alternatives.map(({ shares, lacks, adds }: Entry) => [shares, lacks, adds].map(slugsOf)),
    ).toEqual([
      [['rare'], ['common'], ['other']],
      [['common'], ['rare'], []],
      [['common'], ['rare'], []],
    ]);
  });

  it('an editor puts one first or leaves one out, with a reason that everybody reads', async () => {
    const refused = await choose([{ vendor: 'partly', choice: 'pin' }]);
    expect(refused.status).toBe(400);
    await choose([
      { vendor: 'partly', choice: 'pin', reason: 'The same team builds it.' },
      { vendor: 'by-rare', choice: 'exclude', reason: 'No longer sold.' },
      { vendor: 'hidden', choice: 'exclude', reason: 'Not told.' },
    ]);
    expect(await namesOf('own')).toEqual(['partly', 'in-europe', 'by-common']);
    const page = await site.get('/vendors/own/alternatives');
    expect(page.body).toContain('Put first by the desk: The same team builds it.');
    expect(page.body).toContain('by-rare: No longer sold.');
    expect(page.html).not.toContain('Not told.');
    const { body } = await site.call('GET', '/api/vendors/own');
    expect(body.alternativeChoices).toBeNull();
    await choose([]);
  });

  it('an editor chooses vendors that there are, each once', async () => {
    const pin = { vendor: 'partly', choice: 'pin', reason: 'The same team.' };
    const unknown = await choose([pin, { ...pin, vendor: 'prtly' }]);
    expect([unknown.status, unknown.body.fields]).toEqual([
      400,
      { alternativeChoices: 'No vendor has the slug prtly' },
    ]);
    const twice = await choose([pin, { ...pin, choice: 'exclude' }]);
    expect([twice.status, twice.body.fields]).toEqual([
      400,
      { alternativeChoices: 'Choose each vendor once' },
    ]);
  });

  it('what an editor chose follows a vendor that is renamed, and bars nobody when it is deleted', async () => {
    const pin = { vendor: 'before', choice: 'pin', reason: 'The same team.' };
    const kept = { vendor: 'by-rare', choice: 'exclude', reason: 'No longer sold.' };
    await addVendor('before');
    await choose([kept, pin]);
    const chosen = ids.get('before');
    await site.asEditor('PUT', `/api/vendors/${chosen}`, { slug: 'after' });
    const { body } = await site.asEditor('GET', '/api/vendors/own');
    expect(body.alternativeChoices).toEqual([kept, { ...pin, vendor: 'after' }]);
    expect((await namesOf('own'))[0]).toBe('after');
    await site.asEditor('DELETE', `/api/vendors/${chosen}`);
    expect((await choose(body.alternativeChoices)).status).toBe(200);
    expect(await namesOf('own')).not.toContain('after');
    await choose([]);
  });

  it('have a page with the rule, the date and the ways on', async () => {
    const page = await site.get('/vendors/own/alternatives');
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Alternatives to own');
    expect(page.body).toContain('at most ten vendors');
    expect(page.body).toContain('Nobody can pay for a place.');
    expect(page.body).toContain('Nov 15, 2026');
    expect(page.hrefs('main a')).toEqual(
      expect.arrayContaining(['/vendors/by-rare', '/compare/by-rare-vs-own', '/features/rare']),
    );
    expect(page.document.querySelector('meta[name=robots]')).toBeNull();
    expect(page.jsonLd().map((block) => block['@type'])).toEqual([
      'CollectionPage',
      'BreadcrumbList',
    ]);
    expect((await site.get('/vendors/own')).hrefs('main a')).toContain('/vendors/own/alternatives');
  });

  it('fewer than three are not for search engines, and an unknown vendor is 404', async () => {
    const robots = async (slug: string) =>
      (await site.get(`/vendors/${slug}/alternatives`)).document
        .querySelector('meta[name=robots]')
        ?.getAttribute('content');
    expect(await namesOf('by-rare')).toEqual(['own']);
    expect(await robots('by-rare')).toBe('noindex');
    expect((await site.get('/vendors/partly/alternatives')).body).toContain(
      'No other vendor documents a feature',
    );
    for (const slug of ['hidden', 'none']) {
      expect((await site.get(`/vendors/${slug}/alternatives`)).status).toBe(404);
      expect((await site.call('GET', `/api/vendors/${slug}/alternatives`)).status).toBe(404);
    }
  });

  it('are in the sitemap exactly where there are three, however they come together', async () => {
    const mapped = async () => {
      const map = await (await site.api.request('/sitemaps/alternatives-1.xml')).text();
      return [...map.matchAll(/\/vendors\/([\w-]+)\/alternatives<\/loc>/g)].map((loc) => loc[1]);
    };
    // Two features together, each of them shared by fewer than three others.
    expect(await mapped()).toEqual(['own']);
    const index = await (await site.api.request('/sitemap.xml')).text();
    expect(index).toContain('/sitemaps/alternatives-1.xml');
    const exclude = { vendor: 'by-rare', choice: 'exclude', reason: 'No longer sold.' };
    await choose([exclude]);
    expect(await mapped()).toEqual([]);
    await choose([exclude, { vendor: 'hidden', choice: 'pin', reason: 'Not told.' }]);
    expect(await mapped()).toEqual([]);
    await choose([exclude, { vendor: 'partly', choice: 'pin', reason: 'The same team.' }]);
    expect(await mapped()).toEqual(['own']);
    await choose([{ vendor: 'hidden', choice: 'exclude', reason: 'Not told.' }]);
    expect(await mapped()).toEqual(['own']);
    await choose([]);
  });

  it('follow the evidence at once', async () => {
    await document('in-europe', 'rare');
    expect(await namesOf('own')).toEqual(['in-europe', 'by-common', 'by-rare']);
  });
});

describe('alternatives of the starter content', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('are in the sitemap where a search engine may keep them, and nowhere else', async () => {
    const index = await (await site.api.request('/sitemap.xml')).text();
    expect(index).toContain('/sitemaps/alternatives-1.xml');
    const map = await (await site.api.request('/sitemaps/alternatives-1.xml')).text();
    const paths = [...map.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(
      (loc) => loc[1] ?? '',
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(paths).toContain('/vendors/addepar/alternatives');
    const { body: vendors } = await site.call('GET', '/api/vendors?limit=100');
    for (const { slug } of vendors) {
      const path = `/vendors/${slug}/alternatives`;
      const { body } = await site.call('GET', `/api${path}`);
      expect([slug, paths.includes(path)]).toEqual([slug, body.alternatives.length >= 3]);
      expect(body.alternatives.length, path).toBeLessThanOrEqual(10);
    }
  });
});

it('what is cached of alternatives is made anew soon after one of them is described anew', async () => {
  const served = await serve();
  const path = '/api/vendors/addepar/alternatives';
  const readFirst = async () => {
    const { headers, text } = await served.get(path);
    const [{ vendor, description }] = JSON.parse(text).alternatives;
    return { state: headers['x-cache'], slug: vendor.slug, description };
  };
  const { slug } = await readFirst();
  expect((await readFirst()).state).toBe('hit');
  const { id } = JSON.parse((await served.get(`/api/vendors/${slug}`)).text);
  const edited = await served.edit('PUT', `/api/vendors/${id}`, { description: 'Quite another.' });
  expect(edited.status).toBe(200);
  await expect.poll(async () => (await readFirst()).description).toBe('Quite another.');
  await served.close();
});
