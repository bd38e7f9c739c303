import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSlugs } from '#site/shortlist/shortlist-store.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

/** How many vendors and rows of evidence the starter content has. */
const countStarter = async () => {
  const totals = ['/api/vendors?limit=1', '/api/coverage?limit=1'].map(async (path) =>
    Number((await site.call('GET', path)).headers.get('x-total-count')),
  );
  const [vendors = 0, rows = 0] = await Promise.all(totals);
  return { vendors, rows };
};

describe('the data of a decision', () => {
  it('SCORECARD is one file with all vendors, features and evidence, the same for everybody', async () => {
    const { status, body } = await site.call('GET', '/api/decision-data');
    expect([status, body.isWhole]).toEqual([200, true]);
    const { vendors, rows } = await countStarter();
    expect(vendors).toBeGreaterThanOrEqual(30);
    expect([body.vendors.length, body.features.length, body.evidence.length]).toEqual([
      vendors,
      79,
      rows,
    ]);
    const kinds = Map.groupBy<string, { kind: string; features: string[] }>(
      body.sets,
      (one) => one.kind,
    );
    expect([...kinds.keys()]).toEqual(['Guide', 'Use case']);
    const slugs = body.features.map(({ slug }: { slug: string }) => slug);
    for (const { features } of body.sets) expect(slugs).toEqual(expect.arrayContaining(features));
    for (const { slug, questions } of body.features) {
      expect([slug, questions.length > 0]).toEqual([slug, true]);
    }
    expect(Object.keys(body.evidence[0].cell).toSorted()).toEqual(
      'checkedBy checkedOn finding level note pageDate publisher readIn url'.split(' '),
    );
    expect(gzipSync(JSON.stringify(body)).length).toBeLessThan(150_000);
  });

  it('SCORECARD forgets a vendor as soon as it is withdrawn', async () => {
    const { body } = await site.asEditor('GET', '/api/vendors/altoo');
    const publish = (isPublished: boolean) =>
      site.asEditor('PUT', `/api/vendors/${body.id}`, { isPublished });
    await publish(false);
    const response = await site.api.request('/api/decision-data');
    expect(await response.text()).not.toContain('"altoo"');
    await publish(true);
  });

  it('SCORECARD says what was renamed, to whom everybody may go, and the address follows too', async () => {
    const rename = async (path: string, slug: string) => {
      const { body } = await site.asEditor('GET', path);
      return site.asEditor('PUT', `${path.replace(/[^/]+$/, '')}${body.id}`, { slug });
    };
    const moves = async () => (await site.call('GET', '/api/decision-data')).body.moved;
    expect(await moves()).toEqual({ vendors: [], features: [] });
    await rename('/api/vendors/altoo', 'altoo-wealth');
    await rename('/api/vendors/altoo-wealth', 'altoo-ag');
    await rename('/api/features/general-ledger', 'ledger');
    await site.asEditor('POST', '/api/redirects', { fromPath: '/vendors/x', toPath: '/vendors' });
    expect(await moves()).toEqual({
      vendors: expect.arrayContaining([
        { from: 'altoo', to: 'altoo-ag' },
        { from: 'altoo-wealth', to: 'altoo-ag' },
      ]),
      features: [{ from: 'general-ledger', to: 'ledger' }],
    });
    const { body } = await site.call('GET', '/api/shortlist?v=altoo,addepar,altoo-ag');
    const slugs = body.vendors.map(({ slug }: { slug: string }) => slug);
    expect([slugs, body.missing]).toEqual([['altoo-ag', 'addepar'], []]);

    const hidden = await site.asEditor('GET', '/api/vendors/altoo-ag');
    await site.asEditor('PUT', `/api/vendors/${hidden.body.id}`, { isPublished: false });
    expect((await moves()).vendors).toEqual([]);
    await site.asEditor('PUT', `/api/vendors/${hidden.body.id}`, { isPublished: true });
    await rename('/api/vendors/altoo-ag', 'altoo');
    await rename('/api/features/ledger', 'general-ledger');
  });
});

describe('the page', () => {
  it('SHORTLIST is there without choices, in no index, and nothing of anybody is in it', async () => {
    const page = await site.get('/shortlist');
    expect([page.status, page.text('h1')]).toEqual([200, 'Your Shortlist']);
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
    expect(page.html).not.toContain('decision-data');
    const sitemap = await site.api.request('/sitemaps/site-1.xml');
    expect(await sitemap.text()).not.toContain('/shortlist');
    const taken = await site.asEditor('POST', '/api/pages', {
      title: 'Shortlist',
      slug: 'shortlist',
      content: 'x',
    });
    expect(taken.status).toBe(400);
  });

  it('SHORTLIST shows the vendors of its address without script, and says what is not there', async () => {
    const page = await site.get('/shortlist?v=masttro,nobody,addepar,masttro,<b>');
    const names = [...page.document.querySelectorAll('[aria-label="Vendors in this address"] h3')];
    expect(names.map((heading) => heading.textContent)).toEqual(['Masttro', 'Addepar']);
    expect(page.hrefs('main a')).toContain('/compare/addepar-vs-masttro');
    expect(page.hrefs('main a')).toContain('/shortlist?v=addepar');
    expect(page.body).toContain('Not on this site (any more): nobody.');
    expect(page.body).not.toContain('Left out');
    // The page's privacy sentence holds for this address too.
    expect(page.body).toContain(
      'Your list, scorecard and memo stay in this browser; only what a page’s address names reaches our server.',
    );
    expect(page.body).not.toContain('no choice of yours is sent');
    expect((await site.get('/shortlist?v=masttro')).body).not.toContain('Not on this site');
  });

  it('SHORTLIST says which vendor of an address has no room, and that no more can be added', async () => {
    const { body } = await site.call('GET', '/api/vendors?limit=13');
    const slugs = body.map(({ slug }: { slug: string }) => slug);
    // An unknown name takes no place.
    const page = await site.get(`/shortlist?v=nobody,${slugs.join(',')}`);
    expect(page.document.querySelectorAll('[aria-label="Vendors in this address"] h3').length).toBe(
      12,
    );
    expect(page.body).toContain(
      `A shortlist holds at most 12 vendors. Left out: ${body[12].name}.`,
    );
    expect(page.body).toContain('The shortlist is full (12): remove a vendor to add another.');
    expect(page.document.querySelector('select[name=v]')).toBeNull();
  });

  it('SHORTLIST finds vendors without script that a selector has no room for', async () => {
    const fieldsOf = async (path: string) => {
      const { document } = await site.get(path);
      const noscript = document.querySelector('main noscript')?.innerHTML ?? '';
      return {
        find: /<input[^>]*name="find"/.test(noscript),
        hasMasttro: noscript.includes('value="masttro"'),
      };
    };
    expect(await fieldsOf('/shortlist?v=addepar')).toEqual({ find: false, hasMasttro: true });
    expect(await fieldsOf('/shortlist?v=addepar&find=asora')).toEqual({
      find: true,
      hasMasttro: false,
    });
  });

  it('SHORTLIST every card, profile, alternative and comparison column has its button', async () => {
    const buttonsOf = async (path: string) =>
      [...(await site.get(path)).document.querySelectorAll('button[aria-pressed=false]')].map(
        (button) => button.textContent,
      );
    for (const path of ['/', '/vendors']) {
      const page = await site.get(path);
      const cards = [...page.document.querySelectorAll('main .card')].filter((card) =>
        card.querySelector('h2 a[href^="/vendors/"], h3 a[href^="/vendors/"]'),
      );
      const names = cards.map((card) => card.querySelector('h2, h3')?.textContent?.trim());
      const buttons = cards.map((card) => card.querySelector('button[aria-pressed]')?.textContent);
      expect([path, names.length >= 3]).toEqual([path, true]);
      expect([path, buttons]).toEqual([path, names.map((name) => `Add to shortlist ${name}`)]);
    }
    expect(await buttonsOf('/vendors/masttro')).toContain('Add to shortlist Masttro');
    const alternatives = await site.call('GET', '/api/vendors/addepar/alternatives');
    expect(await buttonsOf('/vendors/addepar/alternatives')).toEqual(
      alternatives.body.alternatives.map(
        ({ vendor }: { vendor: { name: string } }) => `Add to shortlist ${vendor.name}`,
      ),
    );
    expect(await buttonsOf('/compare/addepar-vs-masttro')).toEqual(
      expect.arrayContaining(['Add to shortlist Addepar', 'Add to shortlist Masttro']),
    );
  });
});

it('SHORTLIST reads at most twelve slugs, each once, from whatever lies in the storage', () => {
  const many = Array.from({ length: 40 }, (_, i) => `vendor-${i % 20}`);
  expect(readSlugs(many)).toHaveLength(12);
  expect(readSlugs(['a', 'a', 7, null, '<b>', '../x', 'B', ''])).toEqual(['a']);
  for (const value of [null, {}, 'a', 3, undefined]) expect(readSlugs(value)).toEqual([]);
});

// Last: the database has too much of everything from here on.
it('SCORECARD says when one file does not hold all features, all evidence or all vendors', async () => {
  const read = async () => {
    const { body } = await site.call('GET', '/api/decision-data');
    return [body.isWhole, body.vendors.length, body.features.length, body.evidence.length];
  };
  const { vendors, rows } = await countStarter();
  await site.db.execute(sql`
    insert into features (name, slug, description, is_published)
    select 'Zz ' || n, 'one-more-' || n, 'x', true from generate_series(1, 422) n`);
  expect((await read()).slice(0, 3)).toEqual([false, vendors, 500]);
  await site.db.execute(sql`delete from features where slug like 'one-more-%'`);
  expect(await read()).toEqual([true, vendors, 79, rows]);

  const addVendors = (from: number, to: number) =>
    site.db.execute(sql`
      insert into vendors (name, slug, description, is_published)
      select 'Zz ' || n, 'one-more-' || n, 'x', true from generate_series(${from}::int, ${to}::int) n`);
  await addVendors(1, 120);
  await site.db.execute(sql`
    insert into coverage (vendor_id, feature_id, level, finding, url, publisher, checked_on, checked_by)
    select v.id, f.id, 'documented', 'x', 'https://example.com', 'vendor', '2026-11-15', 'x'
    from vendors v cross join features f where v.slug like 'one-more-%' limit ${10_001 - rows}`);
  expect(await read()).toEqual([false, vendors + 120, 79, 10_000]);
  await site.db.execute(sql`delete from coverage where finding = 'x'`);
  expect(await read()).toEqual([true, vendors + 120, 79, rows]);

  await addVendors(121, 971);
  expect((await read()).slice(0, 3)).toEqual([false, 1000, 79]);
});
