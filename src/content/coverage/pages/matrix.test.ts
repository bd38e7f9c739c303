import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const robotsOf = (page: Awaited<ReturnType<TestSite['get']>>) =>
  page.document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null;

describe('the matrix of features', () => {
  it('EVIDENCE shows what the API says, a row for each vendor and a column for each feature', async () => {
    const category = 'Security & Compliance';
    const query = `category=${encodeURIComponent(category)}`;
    const { body } = await site.call('GET', `/api/coverage-matrix?${query}`);
    const page = await site.get(`/features/matrix?${query}`);
    expect([page.status, robotsOf(page)]).toEqual([200, null]);
    expect(page.text('nav[aria-label=Categories] [aria-current]')).toBe(category);
    const heads = [...page.document.querySelectorAll('.matrix thead th')].map(
      (th) => th.textContent,
    );
    expect(heads.slice(1)).toEqual(
      body.rows.map(({ feature }: { feature: { name: string } }) => feature.name),
    );
    const names = [...page.document.querySelectorAll('.matrix tbody th')].map(
      (th) => th.textContent,
    );
    expect(names).toEqual(body.vendors.map(({ name }: { name: string }) => name));
    const cells = body.rows.flatMap(({ cells: row }: { cells: unknown[] }) => row);
    const opened = [...page.document.querySelectorAll('.matrix td details')];
    expect(opened).toHaveLength(cells.length);
    const read = opened.filter((one) => one.querySelector('.evidence-source'));
    expect(read).toHaveLength(cells.filter(Boolean).length);
    expect(page.hrefs('link[rel=canonical]')[0]).toContain('/features/matrix?category=Security');
  });

  const NEEDS = 'f=general-ledger&f=multi-currency-accounting&f=custodian-data-feeds';

  it('EVIDENCE takes chosen needs and vendors from the address, and shows those alone, in marks with words for screen readers', async () => {
    const page = await site.get(`/features/matrix?${NEEDS}&v=addepar&v=elysys&v=altoo`);
    expect([page.status, robotsOf(page)]).toEqual([200, 'noindex']);
    const told = (selector: string) =>
      [...page.document.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    const { body } = await site.call(
      'GET',
      '/api/coverage?vendor=addepar&vendor=elysys&vendor=altoo&feature=general-ledger&feature=multi-currency-accounting&feature=custodian-data-feeds',
    );
    expect(told('.matrix thead th').toSorted()).toEqual(
      ['Custodian Data Feeds', 'General Ledger', 'Multi-Currency Accounting', 'Vendor'].toSorted(),
    );
    expect(told('.matrix tbody th').toSorted()).toEqual(['Addepar', 'Altoo', 'Elysys']);
    expect(page.document.querySelectorAll('.matrix td')).toHaveLength(9);
    const marks = told('.matrix td .level > .sr-only');
    expect(marks).toHaveLength(9);
    expect(marks.filter((mark) => mark === 'Not confirmed')).toHaveLength(9 - body.length);
    for (const mark of marks)
      expect(mark).toMatch(
        /^(?:Not confirmed|(?:Documented|Partly), (?:first|second) hand, (?:undated|\d{4})(?:, older than two years)?)$/,
      );
    expect(page.text('main h2')).toBe('Chosen needs');
    expect(page.document.querySelectorAll('[aria-label="What the marks mean"] > li')).toHaveLength(
      7,
    );
    const checked = [...page.document.querySelectorAll('input[checked]')].map((one) =>
      one.getAttribute('value'),
    );
    expect(checked.toSorted()).toEqual([
      'addepar',
      'altoo',
      'custodian-data-feeds',
      'elysys',
      'general-ledger',
      'multi-currency-accounting',
    ]);
    const csv = page.hrefs('main a').find((href) => href.startsWith('/api/coverage-matrix.csv'));
    const lines = (await (await site.api.request(csv ?? '')).text()).trim().split('\r\n');
    expect(lines).toHaveLength(body.length + 1);
  });

  it('EVIDENCE says what it leaves out: names that are not there, and more than one screen holds', async () => {
    const page = await site.get(`/features/matrix?${NEEDS}&f=no-such-need&v=addepar&v=nobody`);
    expect(page.body).toContain('Not found: no-such-need, nobody.');
    const many = Array.from({ length: 31 }, (_, at) => `v=vendor-${at}`).join('&');
    expect((await site.get(`/features/matrix?${many}&v=addepar`)).body).toContain(
      'One screen holds 30 needs and 30 vendors: the first 30 are shown.',
    );
    const asked = `/api/coverage-matrix?${many.replaceAll('v=', 'vendor=')}`;
    expect((await site.call('GET', asked)).status).toBe(400);
    const csv = await site.api.request(
      '/api/coverage-matrix.csv?feature=general-ledger&vendor=nobody',
    );
    expect((await csv.text()).split('\r\n')).toHaveLength(2);
  });

  it('answers 404 beyond its last page and for an unknown category, without an index entry', async () => {
    for (const query of ['page=9', 'category=Nothing']) {
      const page = await site.get(`/features/matrix?${query}`);
      expect([page.status, robotsOf(page)]).toEqual([404, 'noindex']);
    }
    expect((await site.call('GET', '/api/coverage-matrix.csv?category=Nothing')).status).toBe(404);
  });

  it('is linked from the features, and stands in the sitemap', async () => {
    expect((await site.get('/features')).hrefs('main a')).toContain('/features/matrix');
    expect((await site.get('/features/general-ledger')).hrefs('aside a')).toContain(
      '/features/matrix?category=Accounting+%26+General+Ledger',
    );
    const sitemap = await site.api.request('/sitemaps/site-1.xml');
    expect(await sitemap.text()).toContain('/features/matrix</loc>');
    const taken = await site.asEditor('POST', '/api/features', { name: 'Matrix', slug: 'matrix' });
    expect(taken.status).toBe(400);
  });

  it('EVIDENCE writes a file that no spreadsheet runs', async () => {
    const { body: vendor } = await site.asEditor('POST', '/api/vendors', {
      name: '=HYPERLINK("https://bad.example")',
      slug: 'formula',
    });
    const { body: feature } = await site.asEditor('POST', '/api/features', {
      name: 'Only Feature',
      slug: 'only-feature',
      category: 'Only Here',
    });
    const { status } = await site.asEditor('POST', '/api/coverage', {
      vendorId: vendor.id,
      featureId: feature.id,
      level: 'partial',
      finding: '+1, said "quickly"',
      url: 'https://example.com/page',
      publisher: 'press',
      pageDate: '2019-11',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    });
    expect(status).toBe(201);
    const response = await site.api.request('/api/coverage-matrix.csv?category=Only+Here');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="only-here.csv"',
    );
    expect((await response.text()).split('\r\n')).toEqual([
      'vendor,feature,level,rank,page date,page age,finding,url,publisher,checked on,read in,quote',
      `"'=HYPERLINK(""https://bad.example"")",Only Feature,partial,second hand,2019-11,older than two years,"'+1, said ""quickly""",https://example.com/page,press,2026-11-15,stored copy,`,
      '',
    ]);
  });
});

describe('profiles of the starter content', () => {
  it('EVIDENCE show no fact without what was read about it, and name what is documented', async () => {
    const { body: vendors } = await site.call('GET', '/api/vendors?view=card');
    const bare: string[] = [];
    for (const { slug } of vendors as { slug: string }[]) {
      if (slug === 'formula') continue;
      const page = await site.get(`/vendors/${slug}`);
      for (const dt of page.document.querySelectorAll(
        'aside dt, [aria-label="Decisive facts"] dt',
      )) {
        const value = dt.nextElementSibling;
        // Where the directory files a vendor is no fact of the vendor, and the panel says what it rests on.
        if (dt.closest('section')?.querySelector('h2')?.textContent === 'Categories and markets')
          continue;
        if (dt.textContent === 'Checked on' || value?.textContent === 'Not specified') continue;
        if (!value?.querySelector('details.evidence a[href^=http]'))
          bare.push(`${slug}: ${dt.textContent}: ${value?.textContent}`);
      }
      const { body: rows } = await site.call(
        'GET',
        `/api/coverage?vendor=${slug}&level=documented`,
      );
      const software = page.jsonLd().find((block) => block['@type'] === 'SoftwareApplication');
      const told = (software?.additionalProperty ?? []) as { name: string; value: string }[];
      expect([slug, told.map(({ name }) => name).toSorted()]).toEqual([
        slug,
        rows.map(({ feature }: { feature: { name: string } }) => feature.name).toSorted(),
      ]);
      expect(software).not.toHaveProperty('aggregateRating');
    }
    expect(bare).toEqual([]);
  }, 120_000);
});
