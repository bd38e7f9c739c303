import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('the compare pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P12.01 P12.05 P12.06 offers sorted selectors, popular pairs and reasons', async () => {
    const page = await site.get('/compare');
    const names = [...page.document.querySelectorAll('select[name=vendor] option')]
      .slice(1)
      .map((o) => o.textContent ?? '');
    const { body: vendors } = await site.call('GET', '/api/vendors');
    expect(names).toHaveLength(vendors.length);
    expect(names).toEqual(
      [...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())),
    );
    expect(page.body).toContain('First Platform');
    expect(page.body).toContain('Second Platform');
    expect(page.body).toContain('Why Compare');
    expect(page.hrefs('main a').filter((href) => href.startsWith('/compare/'))).toHaveLength(3);
  });

  it('P12.08 the curated comparisons are those of the call, but for the popular ones above them', async () => {
    type Comparison = Record<'slug' | 'title' | 'description', string>;
    const { body }: { body: Comparison[] } = await site.call('GET', '/api/comparisons');
    const page = await site.get('/compare');
    const cards = [...page.document.querySelectorAll('[aria-label="Curated comparisons"] > li')];
    const shown = cards.map((card) => ({
      texts: [...card.children].map((part) => part.textContent),
      links: [...card.querySelectorAll('a')].map((a) => a.getAttribute('href')),
    }));
    const popular = ['addepar-vs-masttro', 'eton-solutions-vs-fundcount', 'asora-vs-altoo'];
    const rest = body.filter(({ slug }) => !popular.includes(slug));
    expect(rest).toHaveLength(15);
    expect(shown).toEqual(
      rest.map(({ slug, title, description }) => ({
        texts: [title, description, `Read Analysis: ${title}`],
        links: [`/comparisons/${slug}`, `/comparisons/${slug}`],
      })),
    );
  });

  it('P12.02 P12.03 preselects a known vendor and ignores an unknown one', async () => {
    const known = await site.get('/compare?vendor=altoo');
    expect(
      known.document.querySelector('select[name=vendor] option[selected]')?.getAttribute('value'),
    ).toBe('altoo');
    const unknown = await site.get('/compare?vendor=zzz');
    expect(unknown.status).toBe(200);
    expect(
      unknown.document
        .querySelector('select[name=vendor] option[selected]')
        ?.getAttribute('value') ?? '',
    ).toBe('');
  });

  it('P12.04 sends a plain form with both choices to the comparison', async () => {
    const page = await site.get('/compare?vendor=altoo&second=asora');
    expect([page.status, page.location]).toEqual([302, '/compare/altoo-vs-asora']);
  });

  it('P13.01 stands below Compare Tools, which leads to the tool', async () => {
    const page = await site.get('/compare/masttro-vs-addepar');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('Compare ToolsMasttro vs Addepar');
    const links = [...page.document.querySelectorAll('nav[aria-label=Breadcrumb] a')];
    expect(links.map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
      ['Compare Tools', '/compare'],
    ]);
  });

  it('P13.03 each vendor card leads to its website and to its profile', async () => {
    const page = await site.get('/compare/masttro-vs-addepar');
    const cards = [...page.document.querySelectorAll('[aria-label="The two vendors"] > li')];
    const links = cards.map((card) =>
      [...card.querySelectorAll('a')].map((a) => [
        a.firstChild?.textContent,
        a.getAttribute('href'),
      ]),
    );
    const websiteOf = async (slug: string) =>
      (await site.call('GET', `/api/vendors/${slug}`)).body.website;
    expect(links).toEqual([
      [
        ['Visit Website', await websiteOf('masttro')],
        ['View Profile', '/vendors/masttro'],
      ],
      [
        ['Visit Website', await websiteOf('addepar')],
        ['View Profile', '/vendors/addepar'],
      ],
    ]);
  });

  it('P13.04 shows the groups and rows of the call, with the value of each vendor', async () => {
    type Value = string | string[] | null;
    interface Group {
      name: string;
      items: { label: string; vendorA: Value; vendorB: Value }[];
    }
    const { body } = await site.call('GET', '/api/compare/masttro-vs-addepar');
    const page = await site.get('/compare/masttro-vs-addepar');
    const shown = [...page.document.querySelectorAll('table tbody')].map((group) => {
      const [head, ...rows] = [...group.querySelectorAll('tr')];
      return { name: head?.textContent?.trim(), rows };
    });
    const matrix: Group[] = body.comparisonMatrix;
    expect(matrix.map(({ name }) => name)).toEqual([
      'Company Overview',
      'Requirements & Pricing',
      'Core Features',
      'Contract, as published',
    ]);
    for (const { name, items } of matrix) {
      // Rows that neither vendor fills stand last, folded, under the same heading.
      const rows = shown.filter((group) => group.name === name).flatMap((group) => group.rows);
      expect(rows, name).toHaveLength(items.length);
      for (const { label, vendorA, vendorB } of items) {
        const row = rows.find((one) =>
          new RegExp(`^${label}\\b`).test(one.querySelector('th')?.textContent ?? ''),
        );
        const cells = [...(row?.querySelectorAll('td') ?? [])].map((td) => td.textContent);
        expect(cells, label).toHaveLength(2);
        for (const [column, value] of [vendorA, vendorB].entries()) {
          for (const word of [value ?? []].flat())
            expect(cells[column]).toContain(word.replaceAll(/"([^"]*)"/g, '“$1”'));
        }
      }
    }
  });

  it('P13.09 closes with the ways to the tool and to all vendors', async () => {
    const page = await site.get('/compare/masttro-vs-addepar');
    const closing = [...page.document.querySelectorAll('main a')].slice(-2);
    expect(closing.map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
      ['Compare Other Platforms', '/compare'],
      ['Browse All Vendors', '/vendors'],
    ]);
  });

  it('P13.07 shows both vendors, and says what is not known', async () => {
    const page = await site.get('/compare/masttro-vs-addepar');
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Masttro vs Addepar');
    for (const part of ['Not specified', 'None specified']) expect(page.body).toContain(part);
    expect(page.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(
      /\/compare\/addepar-vs-masttro$/,
    );
  });

  it('COMPARE says in words that nothing is documented by all', async () => {
    const page = await site.get('/compare/addepar-vs-altoo-vs-asora-vs-masttro');
    expect(page.text('main section')).toContain('None of 79 features is documented by all.');
  });

  it('P13.02 says in short what is documented, then row by row, then who they are', async () => {
    const pair = 'elysys-vs-fundcount';
    const { body } = await site.call('GET', `/api/compare/${pair}`);
    const page = await site.get(`/compare/${pair}`);
    const titles = [...page.document.querySelectorAll('main h2')].map((h2) => h2.textContent);
    expect(titles).toEqual(['In short', 'Row by row', body.vendorA.name, body.vendorB.name]);
    type Row = { cells: ({ level: string } | null)[] };
    const rows: Row[] = body.coverage.flatMap((group: { rows: Row[] }) => group.rows);
    const levels = rows.map(({ cells }) => cells.map((cell) => cell?.level ?? 'none').join());
    const verdict = page.document.querySelector('main section');
    const both = levels.filter((level) => level === 'documented,documented').length;
    expect(verdict?.textContent).toContain(`Both document ${both} of 79 features.`);
    const [first] = verdict?.querySelectorAll('li') ?? [];
    const own = levels.filter((level) => level.startsWith('documented,')).length;
    expect(first?.textContent).toContain(`documents${own} features`);
    // Features on which the other is silent, or that it denies.
    const alone = levels.filter((level) => /^documented,(?:none|absent)$/.test(level)).length;
    expect(first?.textContent).toContain(`and ${alone - 4} more.`);
    expect(first?.querySelectorAll('a')).toHaveLength(4);
  });

  it('P13.14 the not-found screen shows the three popular comparisons and both ways on', async () => {
    const links = (await site.get('/compare/adepar-vs-yyy')).hrefs('main a');
    expect(links.filter((href) => href.startsWith('/compare/'))).toEqual([
      '/compare/addepar-vs-masttro',
      '/compare/eton-solutions-vs-fundcount',
      '/compare/asora-vs-altoo',
    ]);
    expect(links).toContain('/compare');
    expect(links).toContain('/vendors');
  });

  it('P13.16 speaks of no vendor without a name when the address holds one alone', async () => {
    const page = await site.get('/compare/addepar');
    expect(page.body).toContain(
      'The requested comparison could not be generated. Please check that both vendors exist.',
    );
    expect(page.body).not.toContain('""');
  });

  it('P13.13 lists a row for each suggestion of the call, with the way to its profile', async () => {
    const { status, body } = await site.call('GET', '/api/compare/adepar-vs-yyy');
    expect(status).toBe(404);
    expect(body.suggestions.length).toBeGreaterThan(0);
    const page = await site.get('/compare/adepar-vs-yyy');
    const similar = [...page.document.querySelectorAll('main section')].find(
      (section) => section.querySelector('h2')?.textContent === 'Similar vendors',
    );
    const rows = [...(similar?.querySelectorAll('li') ?? [])].map((row) => [
      row.firstElementChild?.textContent,
      ...[...row.querySelectorAll('a')].flatMap((a) => [
        a.firstChild?.textContent,
        a.getAttribute('href'),
      ]),
    ]);
    expect(rows).toEqual(
      body.suggestions.map(({ name, slug }: Record<string, string>) => [
        name,
        'View Profile',
        `/vendors/${slug}`,
      ]),
    );
    expect(rows[0]).toEqual(['Addepar', 'View Profile', '/vendors/addepar']);
  });

  it('P13.10 P13.11 P13.13 P13.16 suggests others when a pair does not exist', async () => {
    for (const pair of ['adepar-vs-yyy', 'addepar-vs-addepar', 'addepar']) {
      const page = await site.get(`/compare/${pair}`);
      expect(page.status).toBe(404);
      expect(page.body).toContain('Comparison Not Found');
      expect(page.hrefs('main a').filter((href) => /^\/compare\/.+-vs-/.test(href))).toHaveLength(
        3,
      );
      expect(page.hrefs('main a')).toContain('/vendors/addepar');
    }
    const page = await site.get('/compare/adepar-vs-yyy');
    expect(page.body).toContain(
      'We couldn\'t find vendors "adepar" and "yyy". Here are some suggestions:',
    );
    const same = await site.get('/compare/addepar-vs-addepar');
    expect(same.body).toContain(
      'A comparison needs two different vendors: "addepar" is named twice. Here are some suggestions:',
    );
    expect(same.body).not.toContain("We couldn't find");
  });

  it('P13.17 shows a curated comparison with its conclusion', async () => {
    const page = await site.get('/comparisons/addepar-vs-masttro');
    expect(page.status).toBe(200);
    const titles = [...page.document.querySelectorAll('main h2')].map((h2) => h2.textContent);
    expect(titles.slice(0, 3)).toEqual([
      'Conclusion',
      'Row by row',
      'The question behind this pair',
    ]);
    expect(page.hrefs('link[rel=canonical]')[0]).toMatch(/\/compare\/addepar-vs-masttro$/);
    expect((await site.get('/compare/masttro-vs-addepar')).hrefs('main a')).toContain(
      '/comparisons/addepar-vs-masttro',
    );
    const other = await site.get('/comparisons/asora-vs-altoo');
    expect(other.hrefs('link[rel=canonical]')[0]).toMatch(/\/compare\/altoo-vs-asora$/);
    expect(page.body).toContain('Company Overview');
    const facts = [...page.document.querySelectorAll('.compare-table tbody')].filter((group) =>
      /^(Company Overview|Requirements|Core Features)/.test(group.textContent ?? ''),
    );
    const opened = facts.flatMap((group) => [...group.querySelectorAll('td details.evidence')]);
    expect(opened.length).toBeGreaterThan(5);
    expect((await site.get('/comparisons/zzz')).status).toBe(404);
  });

  it('A14.13 P13.15 leads on from a pair whose vendors were renamed, on either side', async () => {
    const rename = async (from: string, to: string) => {
      const { body } = await site.asEditor('GET', `/api/vendors/${from}`);
      return site.asEditor('PUT', `/api/vendors/${body.id}`, { slug: to });
    };
    const goesTo = async (pair: string) => {
      const page = await site.get(`/compare/${pair}`);
      return [page.status, page.location];
    };
    expect((await site.get('/compare/fundcount-vs-masttro')).status).toBe(200);
    await rename('fundcount', 'fund-count');
    expect(await goesTo('fundcount-vs-masttro')).toEqual([301, '/compare/fund-count-vs-masttro']);
    expect(await goesTo('masttro-vs-fundcount')).toEqual([301, '/compare/masttro-vs-fund-count']);
    const { body: popular } = await site.call('GET', '/api/popular-comparisons');
    expect(popular.map(({ pair, title }: Record<string, string>) => [pair, title])).toEqual([
      ['addepar-vs-masttro', 'Addepar vs Masttro'],
      ['eton-solutions-vs-fundcount', 'Eton Solutions vs FundCount'],
      ['asora-vs-altoo', 'Asora vs Altoo'],
    ]);
    await rename('masttro', 'zmasttro');
    await rename('zmasttro', 'amasttro');
    expect(await goesTo('masttro-vs-fundcount')).toEqual([301, '/compare/amasttro-vs-fund-count']);
    expect(await goesTo('zmasttro-vs-fund-count')).toEqual([
      301,
      '/compare/amasttro-vs-fund-count',
    ]);
    const now = await site.get('/compare/fund-count-vs-amasttro');
    expect(now.status).toBe(200);
    expect(now.hrefs('link[rel=canonical]')[0]).toMatch(/\/compare\/amasttro-vs-fund-count$/);

    // The same vendor under two names, an unknown name, and a closed vendor are no pairs.
    for (const pair of ['masttro-vs-amasttro', 'masttro-vs-zmasttro', 'masttro-vs-nobody'])
      expect(await goesTo(pair)).toEqual([404, null]);
    const closed = await site.asEditor('GET', '/api/vendors/fund-count');
    await site.asEditor('PUT', `/api/vendors/${closed.body.id}`, { isPublished: false });
    const page = await site.get('/compare/masttro-vs-fundcount');
    expect(page.status).toBe(404);
    expect(page.html).not.toContain('fund-count');
    await site.asEditor('PUT', `/api/vendors/${closed.body.id}`, { isPublished: true });
    await rename('fund-count', 'fundcount');
    await rename('amasttro', 'masttro');
    expect((await site.get('/compare/fundcount-vs-masttro')).status).toBe(200);
    expect(await goesTo('fund-count-vs-amasttro')).toEqual([301, '/compare/fundcount-vs-masttro']);
  });

  it('A14.13 follows a redirect that an editor laid, and PROMISE 12 takes a long address for none', async () => {
    const redirect = { fromPath: '/compare/our-pick', toPath: '/compare/addepar-vs-masttro' };
    await site.asEditor('POST', '/api/redirects', redirect);
    const page = await site.get(redirect.fromPath);
    expect([page.status, page.location]).toEqual([301, redirect.toPath]);
    expect((await site.get(`/compare/${'a'.repeat(245)}-vs-${'b'.repeat(245)}`)).status).toBe(404);
  });

  it('P9.11 P22.04 leaves an unpublished vendor out of every public page', async () => {
    const { body } = await site.asEditor('GET', '/api/vendors/altoo');
    await site.asEditor('PUT', `/api/vendors/${body.id}`, { isPublished: false });
    for (const path of ['/', '/vendors', '/compare']) {
      expect((await site.get(path)).html).not.toContain('/vendors/altoo');
      expect((await site.get(path)).html).not.toContain('value="altoo"');
    }
    for (const path of ['/', '/compare', '/compare/adepar-vs-yyy', '/comparisons/zzz']) {
      const pairs = (await site.get(path)).hrefs('main a').filter((href) => /-vs-/.test(href));
      expect([path, pairs.filter((href) => href.startsWith('/compare/'))]).toEqual([
        path,
        ['/compare/addepar-vs-masttro', '/compare/eton-solutions-vs-fundcount'],
      ]);
    }
    expect((await site.get('/')).html).not.toContain('Altoo');
    expect((await site.get('/vendors/altoo')).body).toContain('Vendor Not Found');
    expect((await site.get('/compare/asora-vs-altoo')).status).toBe(404);
    expect((await site.get('/comparisons/asora-vs-altoo')).status).toBe(404);
    expect((await site.get('/vendors/altoo', { cookie: site.cookie })).body).toContain(
      'Draft preview',
    );
  });
});
